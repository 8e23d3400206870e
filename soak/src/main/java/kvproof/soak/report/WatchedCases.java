package kvproof.soak.report;

/**
 * In which cases of a run the situations are looked for: in the first {@value #ALL_OF_THE_FIRST},
 * which is what they are promised for, and in one in {@value #ONE_IN} after them.
 *
 * <p>Looking takes a third of the time of a case. Every case is checked alike.
 */
public final class WatchedCases {
  static final long ALL_OF_THE_FIRST = RunReport.LONG_RUN_CASES;
  static final int ONE_IN = 16;

  private WatchedCases() {}

  /** Whether the case at the index, from 0, is watched. */
  public static boolean includes(long index) {
    return index < ALL_OF_THE_FIRST || index % ONE_IN == 0;
  }

  /** What to say of the counts of a run of so many cases; empty while all were watched. */
  static String remark(long cases) {
    return cases <= ALL_OF_THE_FIRST
        ? ""
        : "Looked for in the first %s cases, and in one in %d after them."
            .formatted(CountText.print(ALL_OF_THE_FIRST), ONE_IN);
  }
}
