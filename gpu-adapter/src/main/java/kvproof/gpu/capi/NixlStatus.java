package kvproof.gpu.capi;

/** The statuses of the C functions ({@code nixl_capi_status_t}), by number. */
public enum NixlStatus {
  SUCCESS(0, "done"),
  IN_PROGRESS(1, "posted, not finished"),
  INVALID_PARAMETER(-1, "a null argument, an index out of range or a handle that was released"),
  BACKEND(-2, "the backend failed or refused; the log of the library on stderr says why"),
  INVALID_STATE(-3, "a request that was not released is not destroyed"),
  EXCEPTION(-4, "an exception in the library"),
  NO_TELEMETRY(-5, "the agent was made without telemetry"),
  NOT_FOUND(-6, "a peer that is not loaded, or memory that is not in what it told");

  private final int number;
  private final String meaning;

  NixlStatus(int number, String meaning) {
    this.number = number;
    this.meaning = meaning;
  }

  /** As the functions return it. */
  public int number() {
    return number;
  }

  /** Such as {@code -6 (a peer that is not loaded, ...)}; also of numbers that nobody knows. */
  public static String describe(int number) {
    for (NixlStatus status : values()) {
      if (status.number == number) {
        return number + " (" + status.meaning + ")";
      }
    }
    return number + " (unknown to this binding)";
  }
}
