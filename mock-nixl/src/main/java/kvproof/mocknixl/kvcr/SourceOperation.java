package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.function.Consumer;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.jspecify.annotations.Nullable;

/**
 * One request that a source has taken, from its claims to its final report.
 *
 * <p>Takes at most one step at a poll: asks for pins, posts, or looks at its transfer. What it has
 * claimed and pinned is kept until nothing can write any more, or for good if nobody can tell.
 */
final class SourceOperation {
  /*
   *   GATHERING ──all claimed, or pins answered──► WRITING ──ended──► OVER
   *       │                                           │
   *       └── deadline, probe, route replaced ► OVER  └── broken, not quiet ──► LOST
   *
   * A deadline or a probe during WRITING only sets isCancelled: a posted write is never withdrawn.
   */
  private enum Stage {
    GATHERING,
    WRITING,
    LOST,
    OVER
  }

  /** What all operations of one source share. */
  record Surroundings(
      TransferAgent agent,
      SourceBlocks blocks,
      Routes routes,
      FrameworkPins pins,
      SourceReports reports,
      Consumer<SourceEvent> watcher) {}

  private final OperationKey key;
  private final Route route;
  private final long deadlineNanos;
  private final long uncertainNanos;
  private final Surroundings around;

  private final FoundBlocks found;

  private Stage stage = Stage.GATHERING;
  private @Nullable TransferRequest transfer;
  private boolean isPostedOnReceipt;
  private boolean isCancelled;
  private boolean isUncertain;

  /**
   * @param deadlineNanos on the source's clock; a write is not posted at or after it
   * @param uncertainNanos when a write that was cancelled or lost is reported as uncertain
   */
  SourceOperation(
      OperationKey key,
      Route route,
      WriteOrder order,
      long deadlineNanos,
      long uncertainNanos,
      Surroundings around) {
    this.key = key;
    this.route = route;
    this.deadlineNanos = deadlineNanos;
    this.uncertainNanos = uncertainNanos;
    this.around = around;
    this.found = new FoundBlocks(order, around.blocks(), around.pins());
  }

  /** Claims what the service owns; if that is all, the write is posted at once. */
  void begin() {
    tell(new SourceEvent.Accepted(key.target(), key.operation()));
    found.claimOwned();
    if (found.isComplete()) {
      write();
      isPostedOnReceipt = true;
    }
  }

  void step(long nowNanos) {
    switch (stage) {
      case GATHERING -> gather(nowNanos);
      case WRITING -> watch(nowNanos);
      case LOST -> reportUncertain(nowNanos);
      case OVER -> {}
    }
  }

  private void gather(long nowNanos) {
    if (isPast(deadlineNanos, nowNanos) || !around.routes().isCurrent(route)) {
      fail();
    } else if (found.pinRest()) {
      write();
    }
  }

  private void write() {
    if (found.isEmpty()) {
      tell(new SourceEvent.Posted(key.target(), key.operation(), 0));
      end(WriteDone.written(key.operation(), List.of()));
      return;
    }
    try {
      transfer = posted();
    } catch (TransferException refused) {
      fail(); // a call that was refused had no effect, so nothing writes
      return;
    }
    stage = Stage.WRITING;
    tell(new SourceEvent.Posted(key.target(), key.operation(), found.size()));
  }

  private TransferRequest posted() {
    List<Long> completed = found.indices();
    TransferRequest request =
        WritesByKind.of(around.agent(), route.peer(), found.bytes(), found.destinations(route));
    try {
      request.post(WriteDoneCodec.encode(WriteDone.written(key.operation(), completed)));
    } catch (TransferException refused) {
      request.close();
      throw refused;
    }
    return request;
  }

  /** A transfer is looked at from the poll after its posting on, so that it is seen under way. */
  private void watch(long nowNanos) {
    if (isPostedOnReceipt) {
      isPostedOnReceipt = false;
      return;
    }
    switch (running().poll()) {
      case TransferStatus.Pending() -> {
        if (isPast(deadlineNanos, nowNanos)) {
          cancel();
        }
        reportUncertain(nowNanos);
      }
      case TransferStatus.Done() -> written();
      case TransferStatus.Cancelled() -> fail();
      case TransferStatus.Failed failed -> {
        if (failed.quiet()) {
          fail();
        } else {
          lose(nowNanos);
        }
      }
    }
  }

  /** The bound notification is the report; after a notice of cancelling one more says that. */
  private void written() {
    if (isCancelled) {
      fail();
    } else {
      finish(true);
    }
  }

  private void lose(long nowNanos) {
    cancel();
    stage = Stage.LOST;
    reportUncertain(nowNanos);
  }

  /**
   * Nobody waits for this any more. What is not posted is given up; what is posted goes on, and its
   * target is told, once, that it may still be written to.
   */
  void cancel() {
    if (stage == Stage.GATHERING) {
      fail();
    } else if (isWriting() && !isCancelled) {
      isCancelled = true;
      around.reports().report(key.target(), WriteDone.cancelling(key.operation()));
    }
  }

  /** The framework answers for its memory from here on; what the service owns stays claimed. */
  private void reportUncertain(long nowNanos) {
    if (!isCancelled || isUncertain || !isPast(uncertainNanos, nowNanos)) {
      return;
    }
    isUncertain = true;
    found.releasePin();
    tell(new SourceEvent.Uncertain(key.target(), key.operation()));
  }

  private void fail() {
    end(WriteDone.failed(key.operation()));
  }

  private void end(WriteDone report) {
    around.reports().report(key.target(), report);
    finish(report.success());
  }

  private void finish(boolean success) {
    stage = Stage.OVER;
    if (transfer != null) {
      transfer.close();
    }
    found.release();
    tell(new SourceEvent.Ended(key.target(), key.operation(), success));
    if (isUncertain) {
      tell(new SourceEvent.Quiesced(key.target(), key.operation()));
    }
  }

  OperationKey key() {
    return key;
  }

  Route route() {
    return route;
  }

  /** Whether a write was posted that has not ended, as far as is known. */
  boolean isWriting() {
    return stage == Stage.WRITING || stage == Stage.LOST;
  }

  boolean isOver() {
    return stage == Stage.OVER;
  }

  private TransferRequest running() {
    if (transfer == null) {
      throw new AssertionError("operation " + key + " is writing without a transfer");
    }
    return transfer;
  }

  private void tell(SourceEvent event) {
    around.watcher().accept(event);
  }

  private static boolean isPast(long atNanos, long nowNanos) {
    return nowNanos - atNanos >= 0;
  }
}
