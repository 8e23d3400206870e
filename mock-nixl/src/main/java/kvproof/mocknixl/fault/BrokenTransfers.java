package kvproof.mocknixl.fault;

import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * Transfers that break after so many polls: what was moved until then stays moved, and nothing is
 * notified. A transfer that has ended before is not touched.
 */
public final class BrokenTransfers extends ForwardingAgent {
  private final int pollsBefore;

  public BrokenTransfers(TransferAgent agent, int pollsBefore) {
    super(agent);
    this.pollsBefore = pollsBefore;
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    return new BreakingRequest(
        super.request(operation, local, localIndices, remote, remoteIndices), pollsBefore);
  }

  private static final class BreakingRequest extends ForwardingRequest {
    private int pollsLeft;

    BreakingRequest(TransferRequest request, int pollsBefore) {
      super(request);
      this.pollsLeft = pollsBefore;
    }

    @Override
    public TransferStatus poll() {
      if (pollsLeft > 0) {
        pollsLeft--;
        return super.poll();
      }
      // Only what was cancelled and has ended is quiet for certain.
      super.cancel();
      return super.poll() instanceof TransferStatus.Cancelled
          ? new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke")
          : super.poll();
    }
  }
}
