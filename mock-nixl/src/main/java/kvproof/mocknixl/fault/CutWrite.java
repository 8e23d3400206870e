package kvproof.mocknixl.fault;

import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * A write that breaks in the middle of its last block, however fast the fabric is: the rest was
 * never handed to the agent, and nothing is notified.
 */
public final class CutWrite implements WriteFault {
  private final boolean isQuiet;

  /**
   * @param isQuiet whether it is certain that nothing moves any more; if not, the beginning is let
   *     hang until its agent is closed or dies
   */
  public CutWrite(boolean isQuiet) {
    this.isQuiet = isQuiet;
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new Cut(wished.request(wished.beginning()), isQuiet);
  }

  private static final class Cut extends ForwardingRequest {
    private final boolean isQuiet;

    Cut(TransferRequest beginning, boolean isQuiet) {
      super(beginning);
      this.isQuiet = isQuiet;
    }

    @Override
    public void post(byte[] notification) {
      super.post(); // the report belongs to what never follows
    }

    @Override
    public TransferStatus poll() {
      if (!isQuiet) {
        return new TransferStatus.Failed(Category.BACKEND, false, "nobody knows of the transfer");
      }
      TransferStatus beginning = super.poll();
      return beginning instanceof TransferStatus.Done
          ? new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke")
          : beginning;
    }
  }
}
