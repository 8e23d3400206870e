package kvproof.mocknixl.fault;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** The report overtakes the last block, whose bytes follow some time later. */
public final class EarlyReport implements WriteFault {
  private final LongSupplier clock;
  private final Duration lead;

  /**
   * @param clock monotonic, in nanoseconds
   * @param lead how long the report is there before the last block is on its way
   */
  public EarlyReport(LongSupplier clock, Duration lead) {
    this.clock = clock;
    this.lead = lead;
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    return new Overtaken(wished, clock, lead.toNanos());
  }

  private static final class Overtaken implements TransferRequest {
    private final WishedWrite wished;
    private final LongSupplier clock;
    private final long leadNanos;

    /** Nothing stands in front of the only block. */
    private final Optional<TransferRequest> first;

    private final TransferRequest last;
    private byte[] report = new byte[0];
    private boolean isReported;
    private boolean isLastPosted;
    private long reportedNanos;

    Overtaken(WishedWrite wished, LongSupplier clock, long leadNanos) {
      this.wished = wished;
      this.clock = clock;
      this.leadNanos = leadNanos;
      List<WishedWrite.Piece> before = wished.allButTheLastBlock();
      this.first = before.isEmpty() ? Optional.empty() : Optional.of(wished.request(before));
      this.last = wished.request(wished.lastBlock());
    }

    @Override
    public void post() {
      throw new IllegalStateException("a write without a report cannot be overtaken by it");
    }

    @Override
    public void post(byte[] notification) {
      first.ifPresent(TransferRequest::post);
      report = notification.clone();
      isReported = false;
      isLastPosted = false;
    }

    @Override
    public TransferStatus poll() {
      if (!isReported) {
        TransferStatus before = first.map(TransferRequest::poll).orElse(new TransferStatus.Done());
        return before instanceof TransferStatus.Done ? report() : before;
      }
      if (!isLastPosted) {
        if (clock.getAsLong() - reportedNanos < leadNanos) {
          return new TransferStatus.Pending();
        }
        last.post();
        isLastPosted = true;
      }
      return last.poll();
    }

    private TransferStatus report() {
      wished.agent().notifyPeer(wished.peer(), report);
      isReported = true;
      reportedNanos = clock.getAsLong();
      return new TransferStatus.Pending();
    }

    @Override
    public void cancel() {
      first.ifPresent(TransferRequest::cancel);
      last.cancel();
    }

    @Override
    public void close() {
      first.ifPresent(TransferRequest::close);
      last.close();
    }
  }
}
