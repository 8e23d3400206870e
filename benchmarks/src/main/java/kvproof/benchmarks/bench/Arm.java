package kvproof.benchmarks.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One side of a comparison: a command that times the inventories and prints their lines.
 *
 * @param name in tables and JSON
 * @param command its words, before the options that every arm knows
 */
record Arm(String name, List<String> command) {
  Arm {
    command = List.copyOf(command);
  }

  /** kvproof's router, in a JVM like this one. */
  static Arm ours(String name) {
    return new Arm(name, javaCommand(System.getProperty("java.class.path")));
  }

  /** The program of {@code peers/dynamo}. */
  static Arm peer(Path program) {
    return new Arm("peer", List.of(program.toString(), "inventories"));
  }

  /**
   * A JVM for a trial: one thread works, so the collector is taken that needs no other, and what is
   * compiled is compiled in the foreground, so that a busy machine times no half-compiled code.
   */
  static List<String> javaCommand(String classPath) {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.add("-XX:+UseSerialGC");
    words.add("-Xbatch");
    words.add("-Xmx1g");
    words.add("-cp");
    words.add(classPath);
    words.add("kvproof.benchmarks.trial.TrialMain");
    return words;
  }

  boolean isOurs() {
    return !name.equals("peer");
  }
}
