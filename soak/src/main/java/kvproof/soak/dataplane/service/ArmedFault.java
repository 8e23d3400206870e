package kvproof.soak.dataplane.service;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.fault.CutWrite;
import kvproof.mocknixl.fault.EarlyReport;
import kvproof.mocknixl.fault.Fate;
import kvproof.mocknixl.fault.FaultyChannel;
import kvproof.mocknixl.fault.FaultyReports;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.LateWrite;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.fault.TornWrite;
import kvproof.mocknixl.fault.WriteFault;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.model.FetchFault;
import kvproof.soak.sim.FrameFaults;
import kvproof.soak.sim.OtherBlocks;
import org.jspecify.annotations.Nullable;

/** A fault that lies in wait within a service, for the first frame, report or write of its kind. */
final class ArmedFault {
  /** How much later than a timeout something comes that is to come too late. */
  private static final Duration TOO_LATE = Duration.ofMillis(250);

  private final FetchFault.Kind kind;
  private final OpenOrder order;
  private final BlockContent content;

  ArmedFault(FetchFault.Kind kind, OpenOrder order, BlockContent content) {
    this.kind = kind;
    this.order = order;
    this.content = content;
  }

  /** Whether the source's framework is never to answer for pins. */
  boolean leavesPinsUnanswered() {
    return kind == FetchFault.Kind.PINS_UNANSWERED;
  }

  /** How many frames, reports, pin requests or writes it has to hit until it has come about. */
  int hitsNeeded() {
    return FrameFaults.hitsNeeded(kind);
  }

  void lieInWaitForReports(FaultyReports reports) {
    FrameFaults.lieInWait(kind, reports);
    if (kind == FetchFault.Kind.LATE_NOTIFICATION) {
      reports.strikeNext(new Fate.Late(tooLate()));
    }
  }

  private Duration tooLate() {
    return order.operationTimeout().plus(TOO_LATE);
  }

  void lieInWaitForFrames(FaultyChannel frames) {
    FrameFaults.lieInWait(kind, frames, frames, tooLate());
  }

  void lieInWaitForWrites(FaultyWrites writes) {
    Optional.ofNullable(write()).ifPresent(writes::strikeNext);
  }

  private @Nullable WriteFault write() {
    return switch (kind) {
      case OTHER_BLOCKS_BYTES -> new OtherBlocksBytes(this::bytesOfAnother);
      case TORN_WRITE -> new TornWrite();
      case EARLY_NOTIFICATION -> new EarlyReport(System::nanoTime, TOO_LATE);
      case PARTIAL_WRITE -> new CutWrite(true);
      case LOST_TRANSFER -> new CutWrite(false);
      case SLOW_WRITE -> new LateWrite(System::nanoTime, tooLate());
      case STUCK_WRITE -> new LateWrite(System::nanoTime, order.abandonTimeout().plus(TOO_LATE));
      default -> null; // strikes elsewhere
    };
  }

  private byte[] bytesOfAnother(byte[] block) {
    byte[] other = new byte[block.length];
    long owner = owner(block).orElseThrow(() -> new AssertionError("bytes of no block are sent"));
    content.fill(OtherBlocks.inPlaceOf(owner), ByteBuffer.wrap(other));
    return other;
  }

  /** Whose bytes these are: anything but the block 0 is named by looking at block 0's bytes. */
  private OptionalLong owner(byte[] block) {
    return switch (content.check(0, ByteBuffer.wrap(block))) {
      case ContentFinding.Right _ -> OptionalLong.of(0);
      case ContentFinding.OtherBlock other -> OptionalLong.of(other.hash());
      default -> OptionalLong.empty();
    };
  }
}
