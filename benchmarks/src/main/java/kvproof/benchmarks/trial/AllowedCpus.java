package kvproof.benchmarks.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processors that this process may run on, read back from the system. */
public final class AllowedCpus {
  private static final String KEY = "Cpus_allowed_list:";

  private AllowedCpus() {}

  /** As the system lists them, {@code 0-1,3}; empty where it does not tell. */
  public static String text() {
    try {
      return of(Files.readAllLines(Path.of("/proc/self/status")));
    } catch (IOException _) {
      return "";
    }
  }

  static String of(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith(KEY))
        .map(line -> line.substring(KEY.length()).strip())
        .findFirst()
        .orElse("");
  }

  /** The last processor of such a list, or -1 of none. */
  public static int last(String list) {
    String digits = list.substring(Math.max(list.lastIndexOf(','), list.lastIndexOf('-')) + 1);
    return digits.isEmpty() ? -1 : Integer.parseInt(digits);
  }
}
