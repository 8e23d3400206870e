package kvproof.model;

/** How far a fetch has come, as somebody sees it who looks at both sides at once. */
public enum FetchPhase {
  /** The target has the hint, and both sides know each other; no block was asked for. */
  HINTED,
  /** The request has left the target and has not been taken by the source. */
  ASKED,
  /** The source has taken the request and is still gathering blocks; no byte moves. */
  ACCEPTED,
  /** The source's write is under way. */
  WRITING,
  /** The source is done and has sent its report; the target has not taken it. */
  WRITTEN
}
