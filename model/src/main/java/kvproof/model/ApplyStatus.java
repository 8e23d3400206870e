package kvproof.model;

/** What became of an event; informational, except that a malformed store changed nothing. */
public enum ApplyStatus {
  OK,
  /** A removal named at least one block that was not held; the others are gone. */
  BLOCK_NOT_FOUND,
  /** A malformed store: its parent among its own hashes, or a hash twice. Nothing changed. */
  INVALID_BLOCK,
  /** A cache owner cannot hold device blocks. Nothing changed. */
  UNSUPPORTED_RESIDENCY_DOMAIN
}
