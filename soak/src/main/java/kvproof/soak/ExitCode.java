package kvproof.soak;

import kvproof.soak.report.RunReport;

/** What the process says to whoever started it. */
public final class ExitCode {
  public static final int AGREED = 0;

  /** A side was wrong, or a long run never met what it promises. */
  public static final int DIVERGED = 1;

  /** Bad usage, or input that cannot be read. */
  public static final int BAD_USAGE = 2;

  /**
   * Not a router but kvproof itself failed, or it compared nothing, or it could not write what it
   * was asked to.
   */
  public static final int HARNESS_FAILED = 3;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** What a run came to. A run that was cut short by its budget counts as it stands. */
  static int of(RunReport report) {
    return switch (report.ending()) {
      case HARNESS_FAILED -> HARNESS_FAILED;
      case INTERRUPTED -> INTERRUPTED;
      case ALL_CASES, BUDGET_SPENT -> verdict(report);
    };
  }

  private static int verdict(RunReport report) {
    if (hasComparedNothing(report)) {
      return HARNESS_FAILED;
    }
    return hasAgreed(report) ? AGREED : DIVERGED;
  }

  /** In one of its profiles: what was never compared has not agreed. */
  private static boolean hasComparedNothing(RunReport report) {
    return report.profiles().isEmpty()
        || report.profiles().stream().anyMatch(profile -> profile.casesDone() == 0);
  }

  private static boolean hasAgreed(RunReport report) {
    return report.profiles().stream()
        .allMatch(profile -> profile.diverged() == 0 && !profile.isMissingSituations());
  }
}
