package kvproof.soak.serve;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Reads the fields of one line, with an error that names the field and what stood in it.
 *
 * <p>Numbers are unsigned: a JSON number, a decimal string or a {@code 0x} string. A field that is
 * null counts as absent.
 */
final class LineFields {
  private static final BigInteger BEYOND_64_BITS = BigInteger.ONE.shiftLeft(64);
  private static final int LONGEST_SHOWN = 60;

  private final JsonNode line;

  LineFields(JsonNode line) {
    this.line = line;
  }

  private Optional<JsonNode> present(String field) {
    JsonNode value = line.get(field);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private JsonNode required(String field) throws BadLineException {
    Optional<JsonNode> value = present(field);
    if (value.isEmpty()) {
      throw new BadLineException("field '" + field + "' is missing");
    }
    return value.get();
  }

  static BadLineException wrong(String field, JsonNode value, String expected) {
    String shown = value.toString();
    return new BadLineException(
        "field '"
            + field
            + "' is "
            + (shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) + "..." : shown)
            + ", expected "
            + expected);
  }

  static long unsigned64(String field, JsonNode value) throws BadLineException {
    try {
      if (value.isIntegralNumber()) {
        BigInteger number = value.bigIntegerValue();
        if (number.signum() >= 0 && number.compareTo(BEYOND_64_BITS) < 0) {
          return number.longValue();
        }
      } else if (value.isTextual()) {
        String text = value.textValue();
        return text.startsWith("0x")
            ? Long.parseUnsignedLong(text, 2, text.length(), 16)
            : Long.parseUnsignedLong(text);
      }
    } catch (NumberFormatException notANumber) {
      // falls through to the error that names the field
    }
    throw wrong(field, value, "an unsigned 64-bit number");
  }

  private static int unsigned32(String field, JsonNode value) throws BadLineException {
    long number = unsigned64(field, value);
    if (number >>> 32 != 0) {
      throw wrong(field, value, "an unsigned 32-bit number");
    }
    return (int) number;
  }

  long number(String field) throws BadLineException {
    return unsigned64(field, required(field));
  }

  OptionalLong optionalNumber(String field) throws BadLineException {
    Optional<JsonNode> value = present(field);
    return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(unsigned64(field, value.get()));
  }

  boolean flag(String field, boolean absent) throws BadLineException {
    Optional<JsonNode> value = present(field);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw wrong(field, value.get(), "true or false");
    }
    return value.map(JsonNode::booleanValue).orElse(absent);
  }

  Optional<String> optionalText(String field) throws BadLineException {
    Optional<JsonNode> value = present(field);
    if (value.isPresent() && !value.get().isTextual()) {
      throw wrong(field, value.get(), "a text");
    }
    return value.map(JsonNode::textValue);
  }

  /** The fields of an object in a field; absent if the field is. */
  Optional<LineFields> object(String field) throws BadLineException {
    Optional<JsonNode> value = present(field);
    if (value.isPresent() && !value.get().isObject()) {
      throw wrong(field, value.get(), "an object");
    }
    return value.map(LineFields::new);
  }

  JsonNode node() {
    return line;
  }

  private static JsonNode array(String field, JsonNode value, int size) throws BadLineException {
    if (!value.isArray() || (size >= 0 && value.size() != size)) {
      throw wrong(field, value, size < 0 ? "a list" : "a list of " + size);
    }
    return value;
  }

  /** Elements of a list; an absent field is an error. */
  List<JsonNode> list(String field) throws BadLineException {
    List<JsonNode> elements = new ArrayList<>();
    array(field, required(field), -1).forEach(elements::add);
    return elements;
  }

  /** Objects of a list; an absent field is an error. */
  List<LineFields> objects(String field) throws BadLineException {
    List<LineFields> objects = new ArrayList<>();
    for (JsonNode element : list(field)) {
      if (!element.isObject()) {
        throw wrong(field, element, "an object");
      }
      objects.add(new LineFields(element));
    }
    return objects;
  }

  /** A list of numbers; an absent field is an error. */
  long[] numbers(String field) throws BadLineException {
    JsonNode elements = array(field, required(field), -1);
    long[] numbers = new long[elements.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = unsigned64(field, elements.get(i));
    }
    return numbers;
  }

  /** Column of a list of pairs of numbers; an absent field is an error. */
  long[] column(String field, int column) throws BadLineException {
    JsonNode elements = array(field, required(field), -1);
    long[] numbers = new long[elements.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = unsigned64(field, array(field, elements.get(i), 2).get(column));
    }
    return numbers;
  }

  /** Ranks of a list of [worker, rank]; an absent field is an empty list. */
  List<WorkerWithDpRank> ranks(String field) throws BadLineException {
    List<WorkerWithDpRank> ranks = new ArrayList<>();
    if (present(field).isPresent()) {
      for (JsonNode element : list(field)) {
        JsonNode pair = array(field, element, 2);
        ranks.add(
            new WorkerWithDpRank(unsigned64(field, pair.get(0)), unsigned32(field, pair.get(1))));
      }
    }
    return ranks;
  }

  List<Integer> dpRanks(String field) throws BadLineException {
    List<Integer> ranks = new ArrayList<>();
    for (JsonNode element : list(field)) {
      ranks.add(unsigned32(field, element));
    }
    return ranks;
  }

  static int dpRank(String field, String text) throws BadLineException {
    try {
      return Integer.parseUnsignedInt(text);
    } catch (NumberFormatException notANumber) {
      throw new BadLineException(
          "field '" + field + "' names rank '" + text + "', expected an unsigned 32-bit number");
    }
  }

  /** Worker and rank; the rank is 0 where absent. */
  WorkerWithDpRank rank() throws BadLineException {
    Optional<JsonNode> rank = present("rank");
    return new WorkerWithDpRank(
        number("worker"), rank.isEmpty() ? 0 : unsigned32("rank", rank.get()));
  }

  /** The rank of a line that may name none. */
  Optional<WorkerWithDpRank> optionalRank() throws BadLineException {
    return present("worker").isEmpty() ? Optional.empty() : Optional.of(rank());
  }

  Optional<CacheOwner> cacheOwner() throws BadLineException {
    Optional<String> name = optionalText("cache_owner");
    try {
      return name.map(CacheOwner::new);
    } catch (IllegalArgumentException unfit) {
      throw new BadLineException("field 'cache_owner': " + unfit.getMessage());
    }
  }

  /** The cache owner if one is named, else the rank. */
  Owner owner() throws BadLineException {
    Optional<CacheOwner> cacheOwner = cacheOwner();
    return cacheOwner.isPresent() ? cacheOwner.get() : rank();
  }

  /** The tier; device where absent. */
  StorageTier tier() throws BadLineException {
    return tier("tier", optionalText("tier").orElse(StorageTier.DEVICE.wireName()));
  }

  static StorageTier tier(String field, String name) throws BadLineException {
    try {
      return StorageTier.ofWireName(name);
    } catch (IllegalArgumentException unknown) {
      throw new BadLineException("field '" + field + "': " + unknown.getMessage());
    }
  }

  /** Whether the field is there and not null. */
  boolean has(String field) {
    return present(field).isPresent();
  }
}
