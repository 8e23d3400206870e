package kvproof.mocknixl.fault;

import java.time.Duration;
import java.util.function.LongSupplier;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** A write of which no byte moves for some time after it was posted. */
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
    return new Idle(wished.request(), clock, idle.toNanos());
  }

  private static final class Idle extends ForwardingRequest {
    private final LongSupplier clock;
    private final long idleNanos;
    private boolean waiting;
    private long startNanos;

    Idle(TransferRequest request, LongSupplier clock, long idleNanos) {
      super(request);
      this.clock = clock;
      this.idleNanos = idleNanos;
    }

    @Override
    public void post() {
      super.post();
      begin();
    }

    @Override
    public void post(byte[] notification) {
      super.post(notification);
      begin();
    }

    private void begin() {
      waiting = true;
      startNanos = clock.getAsLong();
    }

    @Override
    public TransferStatus poll() {
      if (waiting && clock.getAsLong() - startNanos < idleNanos) {
        return new TransferStatus.Pending();
      }
      return super.poll();
    }

    @Override
    public void close() {
      super.close();
      waiting = false;
    }
  }
}
