package kvproof.benchmarks.trial;

import com.fasterxml.jackson.databind.ObjectMapper;

/** The first line of every process that measures, before anything can go wrong in it. */
public final class StartLine {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StartLine() {}

  /** Of a process that takes no sample between two readings of a clock. */
  public static String print() {
    return print(0);
  }

  /**
   * With the processors that the process may run on, as the system lists them, and its Java.
   *
   * @param emptySampleNanos what a sample of nothing shows
   */
  public static String print(long emptySampleNanos) {
    return print(AllowedCpus.text(), emptySampleNanos);
  }

  static String print(String cpus, long emptySampleNanos) {
    return JSON.createObjectNode()
        .put("kind", "start")
        .put("cpus", cpus)
        .put("empty_sample_ns", emptySampleNanos)
        .put("java", Runtime.version().toString())
        .toString();
  }
}
