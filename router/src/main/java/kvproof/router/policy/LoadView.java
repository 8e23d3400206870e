package kvproof.router.policy;

/** What one rank has to do now. */
public interface LoadView {

  /** Whether there is a projection for the rank; if not, all numbers are 0. */
  boolean isAvailable();

  /** Prompt tokens that are still to be prefilled. */
  long activePrefillTokens();

  /** Active decode blocks and those that this request would add. */
  long decodeBlocks();

  long activeRequests();
}
