package kvproof.soak.fetch;

import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** The source's side of a fetch under way: poll until it has ended, then close. */
final class FetchWrite implements AutoCloseable {
  private final TransferAgent agent;
  private final String target;
  private final TransferRequest transfer;

  /** A posted transfer to a peer that was loaded for it. */
  FetchWrite(TransferAgent agent, String target, TransferRequest transfer) {
    this.agent = agent;
    this.target = target;
    this.transfer = transfer;
  }

  TransferStatus poll() {
    return transfer.poll();
  }

  /** Releases the transfer and forgets the target. Refused while it is pending. */
  @Override
  public void close() {
    transfer.close();
    agent.forget(target);
  }
}
