package kvproof.events.ingest.publication;

/** What an event makes void of all that its publisher published before. */
public enum ClearScope {
  NONE,
  /** What one of several owners holds. */
  PART,
  ALL
}
