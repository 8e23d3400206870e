package kvproof.benchmarks.selection;

import java.util.ArrayList;
import java.util.List;

/**
 * One thing that is timed at one size.
 *
 * @param kind what the policy reads and who writes meanwhile
 * @param workers candidates
 * @param decay how fast device credit falls with load; 0: not at all
 * @param temperature of the picker
 */
record SelectionCase(Kind kind, int workers, double decay, double temperature) {
  static final List<Integer> SIZES = List.of(2, 32, 1_024, 10_000);

  /** What the policy reads and who writes meanwhile. */
  enum Kind {
    /** The default policy; nobody keeps counts. */
    DEFAULT("default"),
    /** The default policy, which does not read the counts that are kept. */
    DEFAULT_COUNTED("default, counts kept"),
    /** A second scorer that reads nothing. */
    NOT_READ("second scorer, reads nothing"),
    /** A second scorer that adds each candidate's count. */
    READ("second scorer, adds counts"),
    /** The first of the two, while another thread rewrites every counter again and again. */
    NOT_READ_BESIDE_WRITER("beside a writer, reads nothing"),
    /** The second of the two, likewise. */
    READ_BESIDE_WRITER("beside a writer, adds counts");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    boolean reads() {
      return this == READ || this == READ_BESIDE_WRITER;
    }

    boolean hasWriter() {
      return this == NOT_READ_BESIDE_WRITER || this == READ_BESIDE_WRITER;
    }

    boolean isDefault() {
      return this == DEFAULT || this == DEFAULT_COUNTED;
    }
  }

  /**
   * @param beside those with a writer, which take two processors; else those without
   */
  static List<SelectionCase> all(boolean beside) {
    List<SelectionCase> cases = new ArrayList<>();
    for (int workers : SIZES) {
      for (Kind kind : Kind.values()) {
        if (kind.hasWriter() != beside) {
          continue;
        }
        if (kind.isDefault()) {
          for (double decay : List.of(0.0, 1.0)) {
            for (double temperature : List.of(0.0, 0.7)) {
              cases.add(new SelectionCase(kind, workers, decay, temperature));
            }
          }
        } else {
          cases.add(new SelectionCase(kind, workers, 0, 0));
        }
      }
    }
    return cases;
  }
}
