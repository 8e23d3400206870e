package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The programs of the field scenarios once more, over classes with a planted fault.
 *
 * <p>Everything of kvproof is defined anew, so that programs, parts and model know each other. The
 * source is the one in this checkout.
 */
final class ProgramClasses extends ClassLoader {
  private static final Path CHECKOUT = Path.of("..");
  private static final List<String> MODULES =
      List.of("model", "events", "router", "mock-nixl", "testkit", "soak");

  private final SortedMap<String, byte[]> compiled;

  private ProgramClasses(SortedMap<String, byte[]> compiled) {
    super(MutatedModule.realLoader());
    this.compiled = new TreeMap<>(compiled);
  }

  static ProgramClasses of(Mutant mutant, MemoryCompiler compiler) throws RottenMutantException {
    return new ProgramClasses(
        compiler.compile(mutant.file(), mutant.plantIn(source(mutant.file()))));
  }

  private static String source(String file) throws RottenMutantException {
    Path found =
        MODULES.stream()
            .map(module -> CHECKOUT.resolve(module).resolve("src/main/java").resolve(file))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(() -> new RottenMutantException("there is no " + file));
    try {
      return Files.readString(found);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** What the program is answered otherwise than the scenario has it, in words. */
  List<String> wrongAnswers(String program) {
    try {
      Object named = call(method("FieldPrograms", "named", String.class), null, program);
      Method run = method("FieldProgram", "run", loadClass(field("FieldSubject")));
      List<String> wrong = new ArrayList<>();
      Object reference = call(method("FieldSubject", "reference"), null);
      for (Object checked : (List<?>) call(run, named, reference)) {
        if (!(boolean) call(method("Checked", "isRight"), checked)) {
          wrong.add((String) call(method("Checked", "complaint"), checked));
        }
      }
      return wrong;
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("program " + program + " cannot be run over other classes", broken);
    }
  }

  /** What a public static method says to one word; that of a failure if it fails. */
  String said(String type, String name, String word) {
    try {
      return (String) call(loadClass(type).getMethod(name, String.class), null, word);
    } catch (InvocationTargetException failure) {
      return "fails, " + failure.getCause();
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError("no " + type + "." + name, broken);
    }
  }

  private static String field(String simpleName) {
    return "kvproof.soak.field." + simpleName;
  }

  private Method method(String type, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Method method = loadClass(field(type)).getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  private static Object call(Method method, Object on, Object... arguments)
      throws ReflectiveOperationException {
    return method.invoke(on, arguments);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("kvproof.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] faulty = compiled.get(name);
    if (faulty == null) {
      faulty = real(name);
    }
    return defineClass(name, faulty, 0, faulty.length);
  }

  private static byte[] real(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream bytes = MutatedModule.realLoader().getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return bytes.readAllBytes();
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }
}
