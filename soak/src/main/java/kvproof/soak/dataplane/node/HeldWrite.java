package kvproof.soak.dataplane.node;

import kvproof.mocknixl.fault.ForwardingRequest;
import kvproof.mocknixl.fault.WishedWrite;
import kvproof.mocknixl.fault.WriteFault;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** Does not look at the first write after it was posted, until it is let go: it is under way. */
final class HeldWrite implements WriteFault, Hold {
  private boolean isPosted;
  private boolean isOver;

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new ForwardingRequest(wished.request()) {
      @Override
      public void post(byte[] notification) {
        super.post(notification);
        isPosted = true;
      }

      @Override
      public TransferStatus poll() {
        return isOver ? super.poll() : new TransferStatus.Pending();
      }
    };
  }

  @Override
  public boolean isReached() {
    return isPosted && !isOver;
  }

  @Override
  public void release() {
    isOver = true;
  }
}
