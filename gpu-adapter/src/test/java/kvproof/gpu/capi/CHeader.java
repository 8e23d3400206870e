package kvproof.gpu.capi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A C header of plain declarations: what its functions take, where the fields of its structs lie,
 * what the names of its enums stand for.
 *
 * <p>Reads just what such a header needs: no macros, no nested structs, no function pointers.
 */
final class CHeader {
  private static final Pattern FUNCTION =
      Pattern.compile("([A-Za-z_][\\w\\s*]*?[\\s*])(nixl_capi_\\w+)\\s*\\(([^()]*)\\)\\s*;");
  private static final Pattern ENUM =
      Pattern.compile("typedef\\s+enum\\s*\\{([^}]*)}\\s*(\\w+)\\s*;");
  private static final Pattern STRUCT = Pattern.compile("struct\\s+(\\w+)\\s*\\{([^}]*)}");
  private static final Pattern HANDLE =
      Pattern.compile("typedef\\s+struct\\s+\\w+\\s*\\*\\s*(\\w+)\\s*;");

  private final Map<String, MemoryLayout> types = new LinkedHashMap<>();
  private final Map<String, FunctionDescriptor> functions = new LinkedHashMap<>();
  private final Map<String, Integer> constants = new LinkedHashMap<>();
  private final Map<String, Map<String, Field>> structs = new LinkedHashMap<>();
  private final Map<String, Long> sizes = new LinkedHashMap<>();

  CHeader(String text) {
    String bare =
        text.replaceAll("(?s)/\\*.*?\\*/", " ")
            .replaceAll("//[^\\n]*", " ")
            .replaceAll("(?m)^\\s*#.*$", " ");
    types.put("bool", JAVA_BOOLEAN);
    types.put("int", JAVA_INT);
    types.put("unsigned int", JAVA_INT);
    types.put("uint16_t", JAVA_SHORT);
    List.of("size_t", "uintptr_t", "uint64_t", "int64_t")
        .forEach(name -> types.put(name, JAVA_LONG));
    each(HANDLE, bare, handle -> types.put(handle.group(1), ADDRESS));
    each(ENUM, bare, found -> readEnum(found.group(1), found.group(2)));
    each(STRUCT, bare, found -> readStruct(found.group(1), found.group(2)));
    each(FUNCTION, bare, this::readFunction);
  }

  /** Where a field of a struct lies. */
  record Field(long offsetBytes, long sizeBytes) {}

  private interface Found {
    void read(Matcher match);
  }

  private static void each(Pattern pattern, String text, Found found) {
    Matcher match = pattern.matcher(text);
    while (match.find()) {
      found.read(match);
    }
  }

  private void readEnum(String body, String name) {
    types.put(name, JAVA_INT);
    int next = 0;
    for (String entry : body.split(",")) {
      String[] sides = entry.strip().split("\\s*=\\s*");
      if (!sides[0].isEmpty()) {
        next = sides.length > 1 ? value(sides[1]) : next;
        constants.put(sides[0], next++);
      }
    }
  }

  private int value(String text) {
    Integer known = constants.get(text);
    return known != null ? known : Integer.parseInt(text);
  }

  /** Each field at the next multiple of its size, the whole a multiple of the largest. */
  private void readStruct(String name, String body) {
    Map<String, Field> fields = new LinkedHashMap<>();
    long end = 0;
    long alignment = 1;
    for (String field : body.split(";")) {
      String declaration = field.strip();
      if (!declaration.isEmpty()) {
        int split = declaration.lastIndexOf(' ');
        long size = type(declaration.substring(0, split)).byteSize();
        long start = (end + size - 1) / size * size;
        fields.put(declaration.substring(split + 1), new Field(start, size));
        end = start + size;
        alignment = Math.max(alignment, size);
      }
    }
    structs.put(name, fields);
    sizes.put(name, (end + alignment - 1) / alignment * alignment);
  }

  private void readFunction(Matcher match) {
    List<MemoryLayout> parameters = new ArrayList<>();
    for (String parameter : match.group(3).split(",")) {
      String declaration = parameter.strip();
      if (!declaration.isEmpty() && !declaration.equals("void")) {
        parameters.add(type(declaration.substring(0, nameStart(declaration))));
      }
    }
    functions.put(
        match.group(2),
        FunctionDescriptor.of(type(match.group(1)), parameters.toArray(MemoryLayout[]::new)));
  }

  private static int nameStart(String declaration) {
    return Math.max(declaration.lastIndexOf(' '), declaration.lastIndexOf('*')) + 1;
  }

  private MemoryLayout type(String declared) {
    String name = declared.replace("const", "").strip().replaceAll("\\s+", " ");
    if (name.endsWith("*")) {
      return ADDRESS;
    }
    return Optional.ofNullable(types.get(name))
        .orElseThrow(
            () -> new IllegalArgumentException("not a type of this header: '" + name + "'"));
  }

  /** By name. */
  Map<String, FunctionDescriptor> functions() {
    return functions;
  }

  /** All enums together. */
  Map<String, Integer> constants() {
    return constants;
  }

  /** Fields in order, with their places. */
  Map<String, Field> fields(String struct) {
    return structs.getOrDefault(struct, Map.of());
  }

  long sizeOf(String struct) {
    return sizes.getOrDefault(struct, -1L);
  }
}
