package kvproof.soak.canary;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import kvproof.soak.run.HarnessFailure;

/**
 * Compiles single source files against the class path of this process; writes no file.
 *
 * <p>May be used by several threads at once.
 */
final class MemoryCompiler {
  private static final List<String> OPTIONS =
      List.of(
          "-proc:none",
          "-implicit:none",
          "-nowarn",
          "-classpath",
          System.getProperty("java.class.path", ""));

  private final JavaCompiler compiler;

  private MemoryCompiler(JavaCompiler compiler) {
    this.compiler = compiler;
  }

  /** Throws if this Java came without a compiler. */
  static MemoryCompiler ofThisJdk() throws HarnessFailure {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new HarnessFailure(
          "a canary run compiles, and the Java in "
              + System.getProperty("java.home")
              + " has no compiler; a JDK has one",
          null);
    }
    return new MemoryCompiler(compiler);
  }

  /** The bytes of every class that the source declares, by name. */
  SortedMap<String, byte[]> compile(String file, String text) throws RottenMutantException {
    var trouble = new DiagnosticCollector<JavaFileObject>();
    try (var files =
        new MemoryFiles(
            compiler.getStandardFileManager(trouble, Locale.ROOT, StandardCharsets.UTF_8))) {
      boolean isCompiled =
          compiler
              .getTask(null, files, trouble, OPTIONS, null, List.of(new Source(file, text)))
              .call();
      if (!isCompiled) {
        throw new RottenMutantException("it does not compile: " + firstError(trouble));
      }
      return files.bytes();
    } catch (IOException notClosed) {
      throw new UncheckedIOException(notClosed);
    }
  }

  private static String firstError(DiagnosticCollector<JavaFileObject> trouble) {
    return trouble.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .findFirst()
        .map(
            error ->
                "line "
                    + error.getLineNumber()
                    + ", "
                    + error.getMessage(Locale.ROOT).lines().findFirst().orElse(""))
        .orElse("no reason given");
  }

  private static URI memory(String path) {
    return URI.create("memory:///" + path);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(memory(file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class ClassBytes extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ClassBytes(String className) {
      super(memory(className.replace('.', '/') + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final SortedMap<String, ClassBytes> written = new TreeMap<>();

    MemoryFiles(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return written.computeIfAbsent(className, ClassBytes::new);
    }

    SortedMap<String, byte[]> bytes() {
      SortedMap<String, byte[]> bytes = new TreeMap<>();
      written.forEach((name, classBytes) -> bytes.put(name, classBytes.bytes.toByteArray()));
      return bytes;
    }
  }
}
