package kvproof.events.ingest;

/** What is counted in front of an index, under the name in lower case. */
public enum IngestCount {
  /** Batches applied, live ones and others. */
  APPLIED,
  /** Live batches whose sequence was reached already. */
  STALE,
  /** Stale batches numbered 0: the engine seems to count from the start again. */
  RESTART_SUSPECTED,
  /** Batches of a replay whose sequence was reached already. */
  REPEATS,
  /** Replays asked for. */
  REPLAYS,
  /** Peers asked for a range or a dump. */
  QUERIES,
  /** Of these, those that came to nothing. */
  FAILED_QUERIES,
  /** Dumps applied. */
  DUMPS,
  /** Times that something was missing and will not come. */
  GAPS,
  /** Batches that will not come. */
  MISSED,
  /** Live batches that could not be decoded. */
  UNDECODABLE,
  /** Batches of a replay that could not be decoded. */
  UNDECODABLE_REPLIES,
  /** Batches, and requests to close, for a stream that is not open. */
  NOT_OPEN,
  /** Requests to open a stream that is open. */
  ALREADY_OPEN,
  /** Batches through the connection of an earlier incarnation. */
  LATE_INCARNATION,
  /** Events of a rank without an open stream. */
  UNKNOWN_RANK,
  /** Stores that name a hash twice, or their own block as parent. */
  MALFORMED,
  /** Hashes of removals that did not go on because copies were left. */
  COPIES_HELD_BACK
}
