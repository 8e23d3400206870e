package kvproof.model.transfer;

/** Which way the bytes go, seen from the agent that makes the request. */
public enum TransferOperation {
  /** From the peer's memory into one's own. */
  READ,
  /** From one's own memory into the peer's. */
  WRITE
}
