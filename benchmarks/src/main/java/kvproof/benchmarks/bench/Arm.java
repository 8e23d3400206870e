package kvproof.benchmarks.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvproof.benchmarks.trial.TrialMain;

/**
 * One side of a comparison: a command that times the inventories and prints their lines.
 *
 * @param name in tables and JSON
 * @param command its words, before the options that every arm knows
 */
record Arm(String name, List<String> command) {
  static final String BASELINE = "baseline";

  Arm {
    command = List.copyOf(command);
  }

  /** kvproof's router, in a JVM like this one. */
  static Arm ours(String name) {
    return new Arm(name, javaCommand(TrialMain.class, "1g"));
  }

  /** The same of another build. */
  static Arm baseline(Path jar) {
    return new Arm(BASELINE, javaCommand(TrialMain.class, "1g", jar.toAbsolutePath().toString()));
  }

  /** The program of {@code peers/dynamo}. */
  static Arm peer(Path program) {
    return new Arm("peer", List.of(program.toString(), "inventories"));
  }

  /**
   * A JVM for a trial: the collector is taken that needs no other thread, and what is compiled is
   * compiled in the foreground, so that a busy machine times no half-compiled code.
   *
   * @param heap the most it may take, {@code 1g}
   */
  static List<String> javaCommand(Class<?> main, String heap) {
    return javaCommand(main, heap, System.getProperty("java.class.path"));
  }

  /** The same of another build. */
  static List<String> javaCommand(Class<?> main, String heap, String classPath) {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.add("-XX:+UseSerialGC");
    words.add("-Xbatch");
    words.add("--enable-native-access=ALL-UNNAMED"); // affinity and clocks, by the C library
    words.add("-Xmx" + heap);
    words.add("-cp");
    words.add(classPath);
    words.add(main.getName());
    return words;
  }

  boolean isOurs() {
    return !name.equals("peer");
  }
}
