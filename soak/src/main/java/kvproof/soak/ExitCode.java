package kvproof.soak;

/** What the process says to whoever started it. */
public final class ExitCode {
  public static final int AGREED = 0;

  /** A side was wrong, or a long run never met what it promises. */
  public static final int DIVERGED = 1;

  /** Bad usage, or input that cannot be read. */
  public static final int BAD_USAGE = 2;

  /** Not a router but kvproof itself failed, or it could not write what it was asked to. */
  public static final int HARNESS_FAILED = 3;

  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
