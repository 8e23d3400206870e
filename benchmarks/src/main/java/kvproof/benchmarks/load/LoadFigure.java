package kvproof.benchmarks.load;

import java.util.Locale;

/** What is read off a run, in microseconds. */
public enum LoadFigure {
  /** A look-up with its candidates and the choice for every worker, begin to end. */
  LOOK_UP_P50("look-up p50"),
  LOOK_UP_P99("look-up p99"),
  /** From when a request was due to when it was answered and its events were handed over. */
  FINISHED_P50("scheduled to finished p50"),
  FINISHED_P99("scheduled to finished p99"),
  /** From the last of these until every event is applied. */
  DRAIN("final drain");

  private final String title;

  LoadFigure(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  String key() {
    return name().toLowerCase(Locale.ROOT) + "_us";
  }
}
