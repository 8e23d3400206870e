package kvproof.soak.dataplane.node;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.mocknixl.fault.BrokenWrite;
import kvproof.mocknixl.fault.EarlyReport;
import kvproof.mocknixl.fault.Fate;
import kvproof.mocknixl.fault.FaultyChannel;
import kvproof.mocknixl.fault.FaultyReports;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.HeldPins;
import kvproof.mocknixl.fault.LateWrite;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.fault.TornWrite;
import kvproof.mocknixl.fault.WriteFault;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What stands around a service so that it stops in a phase, or that something goes wrong there.
 *
 * <p>Without a hold and a fault only the recorders do. For the node's thread.
 */
final class Rigging {
  /** How much later than a timeout something comes that is to come too late. */
  private static final Duration TOO_LATE = Duration.ofMillis(250);

  /** What is stored in place of a block has its hash with these bits changed. */
  static final long FRESH = 0x5555_5555_5555_5555L;

  private final OpenOrder order;
  private final Recorder recorder;
  private final BlockContent content;
  private final FaultyWrites writes;
  private final TransferAgent agent;
  private final ControlChannel channel;
  private @Nullable Hold hold;

  Rigging(OpenOrder order, Recorder recorder, TransferAgent bare, ControlChannel bareChannel) {
    this.order = order;
    this.recorder = recorder;
    this.content =
        new BlockContent(order.bytesByLabel().values().stream().mapToInt(Integer::intValue).sum());
    this.writes = new FaultyWrites(new RecordingAgent(bare, recorder), order.bytesByLabel().size());
    this.agent = new RecordingReports(reports(), recorder);
    this.channel = new RecordingChannel(frames(bareChannel), recorder);
    strikeWrite().ifPresent(writes::strikeNext);
  }

  TransferAgent agent() {
    return agent;
  }

  ControlChannel channel() {
    return channel;
  }

  BlockContent content() {
    return content;
  }

  /** The blocks as the service sees them. */
  SourceBlocks around(SourceBlocks blocks) {
    boolean isUnanswered = isFault(FetchFault.Kind.PINS_UNANSWERED);
    if (!isUnanswered && !isHeldIn(FetchPhase.ACCEPTED)) {
      return blocks;
    }
    var pins = new HeldPins(blocks);
    pins.hold(true);
    if (!isUnanswered) {
      hold = new UnansweredPins(pins);
    }
    return pins;
  }

  /** Whether the fetch stands where it is to stop. */
  boolean isHeld() {
    return hold != null && hold.isReached();
  }

  void release() {
    if (hold != null) {
      recorder.add(Kind.MARK, "goes on", 0);
      hold.release();
    }
  }

  private boolean isHeldIn(FetchPhase phase) {
    return order.hold().equals(Optional.of(phase));
  }

  private boolean isFault(FetchFault.Kind kind) {
    return order.fault().map(FetchFault::kind).equals(Optional.of(kind));
  }

  private TransferAgent reports() {
    if (isHeldIn(FetchPhase.WRITTEN)) {
      var held = new HeldReports(writes);
      hold = held;
      return held;
    }
    var faulty = new FaultyReports(writes, System::nanoTime);
    fateOfReport().ifPresent(faulty::strikeNext);
    return faulty;
  }

  private Optional<Fate> fateOfReport() {
    return order
        .fault()
        .map(FetchFault::kind)
        .flatMap(
            kind ->
                Optional.ofNullable(
                    switch (kind) {
                      case LOST_NOTIFICATION -> new Fate.Lost();
                      case DUPLICATE_NOTIFICATION -> new Fate.Twice();
                      case LATE_NOTIFICATION -> late(order.operationTimeout());
                      default -> null;
                    }));
  }

  private static Fate late(Duration timeout) {
    return new Fate.Late(timeout.plus(TOO_LATE));
  }

  private ControlChannel frames(ControlChannel bare) {
    if (isHeldIn(FetchPhase.ASKED)) {
      var held = new HeldRequests(bare);
      hold = held;
      return held;
    }
    var faulty = new FaultyChannel(bare, System::nanoTime);
    order.fault().ifPresent(fault -> strikeFrames(faulty, fault.kind()));
    return faulty;
  }

  private void strikeFrames(FaultyChannel frames, FetchFault.Kind kind) {
    Predicate<KvcrFrame> request = KvcrFrame.StartWrite.class::isInstance;
    switch (kind) {
      case LOST_REQUEST -> frames.strike(request, 1, new Fate.Lost());
      case LATE_REQUEST -> frames.strike(request, 1, late(order.operationTimeout()));
      case DUPLICATE_REQUEST -> frames.strike(request, 1, new Fate.Twice());
      case LOST_PROBE -> {
        frames.strike(request, 1, new Fate.Lost());
        frames.strike(KvcrFrame.WriteProbe.class::isInstance, 1, new Fate.Lost());
      }
      case LOST_ACK ->
          frames.strike(KvcrFrame.TargetMetadataAck.class::isInstance, 1, new Fate.Lost());
      default -> {} // strikes elsewhere
    }
  }

  private Optional<WriteFault> strikeWrite() {
    if (isHeldIn(FetchPhase.WRITING)) {
      var held = new HeldWrite();
      hold = held;
      return Optional.of(held);
    }
    return order.fault().flatMap(fault -> Optional.ofNullable(faultyWrite(fault.kind())));
  }

  private @Nullable WriteFault faultyWrite(FetchFault.Kind kind) {
    return switch (kind) {
      case OTHER_BLOCKS_BYTES -> new OtherBlocksBytes(this::bytesOfAnother);
      case TORN_WRITE -> new TornWrite();
      case EARLY_NOTIFICATION -> new EarlyReport(System::nanoTime, TOO_LATE);
      case PARTIAL_WRITE -> new BrokenWrite(0, true);
      case LOST_TRANSFER -> new BrokenWrite(0, false);
      case SLOW_WRITE -> new LateWrite(System::nanoTime, order.operationTimeout().plus(TOO_LATE));
      case STUCK_WRITE -> new LateWrite(System::nanoTime, order.abandonTimeout().plus(TOO_LATE));
      default -> null; // strikes elsewhere
    };
  }

  private byte[] bytesOfAnother(byte[] block) {
    byte[] other = new byte[block.length];
    long owner = owner(block).orElseThrow(() -> new AssertionError("bytes of no block are sent"));
    content.fill(owner ^ FRESH, ByteBuffer.wrap(other));
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
