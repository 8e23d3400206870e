package kvproof.model.transfer;

/** What has become of a posted request. All but {@link Pending} are final until it is reposted. */
public sealed interface TransferStatus {

  /** Bytes may move, and memory of both sides is in use. */
  record Pending() implements TransferStatus {}

  /** Every byte is in place at its destination, and the bound notification is on its way. */
  record Done() implements TransferStatus {}

  /**
   * The transfer broke. Any part of the destination may have been written; no notification was or
   * will be sent.
   *
   * @param category what to do about it
   * @param quiet whether it is certain that nothing writes any more; if not, the request's own
   *     regions stay in use until the agent is closed
   */
  record Failed(TransferException.Category category, boolean quiet, String detail)
      implements TransferStatus {}

  /** Given up at the caller's wish; otherwise as a quiet failure. */
  record Cancelled() implements TransferStatus {}
}
