package kvproof.mocknixl.fault;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import kvproof.model.transfer.TransferRequest;

/**
 * A write of which no byte moves for some time after it was posted: only then is it handed to the
 * agent, which might be done with it at once.
 */
public final class LateWrite implements WriteFault {
  private final LongSupplier clock;
  private final Duration idle;

  /** The clock is monotonic, in nanoseconds. */
  public LateWrite(LongSupplier clock, Duration idle) {
    this.clock = clock;
    this.idle = idle;
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new Idle(wished.request());
  }

  private final class Idle extends ForwardingRequest {
    private final Waiting waiting;

    Idle(TransferRequest request) {
      this(request, new Waiting());
    }

    private Idle(TransferRequest request, Waiting waiting) {
      super(new PausedRequest(Optional.empty(), request, waiting::isOver, false));
      this.waiting = waiting;
    }

    @Override
    public void post() {
      super.post();
      waiting.begin();
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      waiting.begin();
    }
  }

  /** The time since the posting. */
  private final class Waiting {
    private long startNanos;

    void begin() {
      startNanos = clock.getAsLong();
    }

    boolean isOver() {
      return clock.getAsLong() - startNanos >= idle.toNanos();
    }
  }
}
