package kvproof.soak.fetch;

/** What a source makes of a request. */
sealed interface FetchReply {

  /** Nothing was and nothing will be written. */
  record Refused(Reason reason) implements FetchReply {}

  /** The source is writing what it holds of it. */
  record Writing(FetchWrite write) implements FetchReply {}

  /** Why a source refuses. */
  enum Reason {
    /** The request names another source. */
    NOT_THE_ONE_NAMED,
    /** Not one of the blocks is here. */
    HOLDS_NONE
  }
}
