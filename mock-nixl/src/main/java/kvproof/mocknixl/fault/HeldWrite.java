package kvproof.mocknixl.fault;

import java.util.Optional;
import kvproof.model.transfer.TransferRequest;

/**
 * A write that stops in the middle of its last block until it is let go: what is in front of that
 * has moved, the rest is not posted. For the source's thread.
 */
public final class HeldWrite implements WriteFault {
  private final boolean isBeginningWatched;
  private Optional<PausedRequest> held = Optional.empty();
  private boolean isLetGo;

  private HeldWrite(boolean isBeginningWatched) {
    this.isBeginningWatched = isBeginningWatched;
  }

  /** Stops once the bytes in front are certain to have arrived: nothing is in flight then. */
  public static HeldWrite betweenTwoTransfers() {
    return new HeldWrite(true);
  }

  /** Stops with the beginning posted and not looked at: to its agent the memory is in use. */
  public static HeldWrite withinATransfer() {
    return new HeldWrite(false);
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    var paused =
        new PausedRequest(
            Optional.of(wished.request(wished.beginning())),
            wished.request(wished.ending()),
            () -> isLetGo,
            isBeginningWatched);
    held = Optional.of(paused);
    return paused;
  }

  /** Whether the write stands there now. */
  public boolean isReached() {
    return held.filter(PausedRequest::isPaused).isPresent();
  }

  /** Lets it go on, for good; also before it came there. */
  public void release() {
    isLetGo = true;
  }
}
