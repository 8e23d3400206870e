package kvproof.soak.dataplane.service;

import java.util.Optional;
import kvproof.mocknixl.fault.FaultyChannel;
import kvproof.mocknixl.fault.FaultyReports;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.HeldPins;
import kvproof.mocknixl.fault.HeldWrite;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What stands around a service so that it stops somewhere, or that something goes wrong in it.
 *
 * <p>Without a stop and a fault nothing is held back and nothing struck. For the service's thread.
 */
final class Rigging {
  private final OpenOrder order;
  private final Recorder recorder;
  private final BlockContent content;
  private final Optional<ArmedFault> fault;
  private final FaultyWrites writes;
  private final FaultyReports reports;
  private final FaultyChannel frames;
  private final TransferAgent agent;
  private final ControlChannel channel;
  private Optional<HeldPins> pins = Optional.empty();
  private @Nullable Hold hold;

  Rigging(OpenOrder order, Recorder recorder, TransferAgent bare, ControlChannel bareChannel) {
    this.order = order;
    this.recorder = recorder;
    this.content = new BlockContent(order.layout().blockBytes());
    this.fault = order.fault().map(armed -> new ArmedFault(armed.kind(), order, content));
    this.writes =
        new FaultyWrites(new RecordingAgent(bare, recorder), order.layout().labels().size());
    this.reports = new FaultyReports(writes, System::nanoTime);
    this.frames = new FaultyChannel(bareChannel, System::nanoTime);
    this.agent = new RecordingReports(aroundReports(), recorder);
    this.channel = new RecordingChannel(aroundFrames(), recorder);
    stopWrites();
    fault.ifPresent(this::arm);
  }

  private void arm(ArmedFault armed) {
    armed.lieInWaitForFrames(frames);
    armed.lieInWaitForReports(reports);
    armed.lieInWaitForWrites(writes);
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
    boolean isStopped = stopsAt(Stop.BEFORE_PINS_ARE_ANSWERED);
    if (!isStopped && fault.filter(ArmedFault::leavesPinsUnanswered).isEmpty()) {
      return blocks;
    }
    var held = new HeldPins(blocks);
    held.hold(true);
    pins = Optional.of(held);
    if (isStopped) {
      hold = new UnansweredPins(held);
    }
    return held;
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

  /** Whether the fault that was armed here has come about; false without one. */
  boolean hasStruck() {
    int hits =
        frames.struck()
            + reports.struck()
            + writes.struck()
            + pins.map(HeldPins::requestsMet).orElse(0);
    return fault.filter(armed -> hits >= armed.hitsNeeded()).isPresent();
  }

  private boolean stopsAt(Stop stop) {
    return order.stop().equals(Optional.of(stop));
  }

  private TransferAgent aroundReports() {
    if (!stopsAt(Stop.BEFORE_THE_REPORT_IS_TAKEN)) {
      return reports;
    }
    var held = new HeldReports(reports);
    hold = held;
    return held;
  }

  private ControlChannel aroundFrames() {
    if (!stopsAt(Stop.BEFORE_THE_REQUEST_LEAVES)) {
      return frames;
    }
    var held = new HeldRequests(frames);
    hold = held;
    return held;
  }

  private void stopWrites() {
    if (stopsAt(Stop.BETWEEN_TWO_TRANSFERS)) {
      stop(HeldWrite.betweenTwoTransfers());
    } else if (stopsAt(Stop.WITHIN_A_TRANSFER)) {
      stop(HeldWrite.withinATransfer());
    }
  }

  private void stop(HeldWrite write) {
    hold = new WriteUnderWay(write);
    writes.strikeNext(write);
  }
}
