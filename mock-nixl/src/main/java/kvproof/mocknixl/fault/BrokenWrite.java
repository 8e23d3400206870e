package kvproof.mocknixl.fault;

import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * A write that breaks after so many polls: what was moved until then stays moved, and nothing is
 * notified. One that has ended before is not touched.
 */
public final class BrokenWrite implements WriteFault {
  private final int pollsBefore;
  private final boolean isQuiet;

  /**
   * @param isQuiet whether it is certain that nothing moves any more; if not, the write beneath is
   *     let hang until its agent is closed or dies
   */
  public BrokenWrite(int pollsBefore, boolean isQuiet) {
    this.pollsBefore = pollsBefore;
    this.isQuiet = isQuiet;
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new Breaking(wished.request(), pollsBefore, isQuiet);
  }

  private static final class Breaking extends ForwardingRequest {
    private final int pollsBefore;
    private final boolean isQuiet;
    private int polls;

    Breaking(TransferRequest request, int pollsBefore, boolean isQuiet) {
      super(request);
      this.pollsBefore = pollsBefore;
      this.isQuiet = isQuiet;
    }

    @Override
    public TransferStatus poll() {
      if (polls < pollsBefore) {
        polls++;
        return super.poll();
      }
      if (!isQuiet) {
        return new TransferStatus.Failed(Category.BACKEND, false, "nobody knows of the transfer");
      }
      super.cancel(); // only what was cancelled and has ended is quiet for certain
      TransferStatus end = super.poll();
      return end instanceof TransferStatus.Cancelled
          ? new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke")
          : end;
    }
  }
}
