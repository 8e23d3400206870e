package kvproof.mocknixl.fault;

import java.util.Optional;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** The source tries to take all its memory back once its write is under way. */
public final class DeregistrationUnderWrite implements WriteFault {
  private Optional<Category> refusal = Optional.empty();
  private boolean isTried;

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new ForwardingRequest(wished.request()) {
      @Override
      public TransferStatus poll() {
        if (!isTried) {
          isTried = true;
          refusal = attempt(wished);
        }
        return super.poll();
      }
    };
  }

  /** Whether it has come to the attempt. */
  public boolean isTried() {
    return isTried;
  }

  /** How it was refused; absent while it was not tried, or if it was not refused. */
  public Optional<Category> refusal() {
    return refusal;
  }

  private static Optional<Category> attempt(WishedWrite wished) {
    try {
      wished.agent().deregister(wished.agent().registeredRegions());
      return Optional.empty();
    } catch (TransferException refused) {
      return Optional.of(refused.category());
    }
  }
}
