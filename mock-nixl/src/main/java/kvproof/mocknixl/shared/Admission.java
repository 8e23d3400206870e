package kvproof.mocknixl.shared;

/** What a shared tier answers to whoever wants to store a block. */
public sealed interface Admission {

  /** Nobody else is storing it: write it and finish. */
  record Begun(Upload upload) implements Admission {}

  /** It is there already. */
  record Held() implements Admission {}

  /**
   * Somebody else is storing it; ask again when the lease is over.
   *
   * @param writer who
   * @param untilNanos when the lease ends, unless it is renewed before
   */
  record Busy(String writer, long untilNanos) implements Admission {}
}
