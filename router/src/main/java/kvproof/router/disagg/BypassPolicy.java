package kvproof.router.disagg;

/** What makes a request skip the remote prefill. */
public enum BypassPolicy {
  /** Little is left to prefill, in tokens and as a share of the prompt. */
  ISL_BOUNDING("isl_bounding"),
  /** The chosen prefill worker is known to be busy. */
  PREFILL_LOAD("prefill_load"),
  /** Either of the two. */
  ISL_OR_LOAD("isl_or_load");

  private final String wireName;

  BypassPolicy(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }

  /** Whether it asks how busy the prefill worker is. */
  public boolean looksAtLoad() {
    return this != ISL_BOUNDING;
  }
}
