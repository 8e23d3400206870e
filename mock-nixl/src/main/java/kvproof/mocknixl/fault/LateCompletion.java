package kvproof.mocknixl.fault;

import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/**
 * Transfers that need more polls: of each, the first {@code idlePolls} after a posting do nothing.
 */
public final class LateCompletion extends ForwardingAgent {
  private final int idlePolls;

  public LateCompletion(TransferAgent agent, int idlePolls) {
    super(agent);
    this.idlePolls = idlePolls;
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    return new LateRequest(
        super.request(operation, local, localIndices, remote, remoteIndices), idlePolls);
  }

  private static final class LateRequest extends ForwardingRequest {
    private final int idlePolls;
    private int idlePollsLeft;

    LateRequest(TransferRequest request, int idlePolls) {
      super(request);
      this.idlePolls = idlePolls;
    }

    @Override
    public void post() {
      super.post();
      idlePollsLeft = idlePolls;
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      idlePollsLeft = idlePolls;
    }

    @Override
    public TransferStatus poll() {
      if (idlePollsLeft > 0) {
        idlePollsLeft--;
        return new TransferStatus.Pending();
      }
      return super.poll();
    }

    @Override
    public void close() {
      super.close();
      idlePollsLeft = 0;
    }
  }
}
