package kvproof.benchmarks.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvproof.benchmarks.trial.AllowedCpus;

/**
 * Processes are kept on one processor where the machine allows it.
 *
 * @param prefix words before a command; none where it does not
 * @param text for people: the processor, or why none
 */
record Pinning(List<String> prefix, String text) {
  Pinning {
    prefix = List.copyOf(prefix);
  }

  /** To the last processor that this process may use, by {@code taskset}. */
  static Pinning ofThisMachine() {
    int cpu = AllowedCpus.last(AllowedCpus.text());
    if (cpu < 0) {
      return new Pinning(List.of(), "not pinned: the system lists no processors");
    }
    List<String> prefix = List.of("taskset", "-c", Integer.toString(cpu));
    List<String> probe = new ArrayList<>(prefix);
    probe.add("true");
    return runs(probe)
        ? new Pinning(prefix, "pinned to processor " + cpu)
        : new Pinning(List.of(), "not pinned: taskset does not run here");
  }

  /** For trials of several threads, which the system places. */
  static Pinning none() {
    return new Pinning(List.of(), "not pinned: several threads work at one time");
  }

  private static boolean runs(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The number of the processor, empty if not pinned; what a process must read back. */
  String cpus() {
    return prefix.isEmpty() ? "" : prefix.getLast();
  }
}
