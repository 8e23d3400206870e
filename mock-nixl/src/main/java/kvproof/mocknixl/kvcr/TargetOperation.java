package kvproof.mocknixl.kvcr;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteOrder;

/**
 * One fetch or deliver on its way through the states.
 *
 * <p>The caller is told once; the destination is free when {@link TargetState#FINISHED}, which may
 * be later, or never.
 */
final class TargetOperation {
  /*
   * START_WRITE --sent--> WAITING_WRITE_DONE --report--> FINISHED
   *      |                       | deadline, cancel, notice of failure: probe
   *      | late, not sent        v
   *      |                WAITING_TERMINAL --report, refusal, answer to the probe--> FINISHED
   *      v                       | abandon deadline: probe
   *   FINISHED                   v
   *                       QUARANTINED --report, refusal, answer to a probe--> FINISHED
   */
  private final long handle;
  private final Call call;
  private final SourceEndpoints sources;
  private final RequestHints hints;
  private final Consumer<TargetEvent> events;

  private TargetState state = TargetState.START_WRITE;
  private Optional<String> expectedIncarnation = Optional.empty();
  private OperationNews reports = OperationNews.NONE;
  private OperationNews refusal = OperationNews.NONE;
  private boolean isCancelled;
  private boolean isTimedOut;
  private boolean isProbed;
  private boolean isTold;

  /**
   * What the caller wants.
   *
   * @param source the endpoint as the hint spells it
   * @param isFetch into memory of the service, else into the framework's
   * @param wanted all keys of the call, in its order
   * @param asked those that the source is asked for
   * @param deadlineNanos the caller has waited long enough
   * @param abandonNanos nobody waits any longer
   */
  record Call(
      String requestId,
      String source,
      boolean isFetch,
      List<BlockKey> wanted,
      List<WantedBlock> asked,
      long deadlineNanos,
      long abandonNanos) {
    Call {
      wanted = List.copyOf(wanted);
      asked = List.copyOf(asked);
    }

    List<BlockKey> askedKeys() {
      return asked.stream().map(WantedBlock::key).toList();
    }

    List<List<Reference>> destinations() {
      return asked.stream().map(WantedBlock::destination).toList();
    }
  }

  TargetOperation(
      long handle,
      Call call,
      SourceEndpoints sources,
      RequestHints hints,
      Consumer<TargetEvent> events) {
    this.handle = handle;
    this.call = call;
    this.sources = sources;
    this.hints = hints;
    this.events = events;
  }

  boolean isFinished() {
    return state == TargetState.FINISHED;
  }

  /** The endpoint as the hint spells it, which is how answers are matched. */
  String source() {
    return call.source();
  }

  Optional<String> expectedIncarnation() {
    return expectedIncarnation;
  }

  /** The source has introduced itself; whom the request was meant for stays once it is known. */
  void learn(String incarnation) {
    expectedIncarnation = expectedIncarnation.or(() -> Optional.of(incarnation));
  }

  void cancel() {
    isCancelled = true;
  }

  void report(WriteDone report) {
    reports = reports.plus(report);
  }

  void refuse() {
    refusal = OperationNews.withoutWrite(true);
  }

  /** The source, or somebody who vouches for its death, has promised that it will not write. */
  void fence() {
    refusal = OperationNews.withoutWrite(false);
  }

  /** At most one step. */
  void advance(long nowNanos) {
    OperationNews news = reports.or(refusal);
    reports = OperationNews.NONE;
    refusal = OperationNews.NONE;
    switch (state) {
      case START_WRITE -> start(nowNanos);
      case WAITING_WRITE_DONE -> awaitReport(news, nowNanos);
      case WAITING_TERMINAL -> awaitEnd(news, nowNanos);
      case QUARANTINED -> awaitQuiet(news, nowNanos);
      case FINISHED -> {}
    }
  }

  private void start(long nowNanos) {
    expectedIncarnation = sources.incarnation(call.source());
    if (isOver(nowNanos)) {
      isTimedOut = !isCancelled;
      finish(nowNanos, false, List.of(), false);
    } else if (!sources.startWrite(call.source(), handle, order(nowNanos))) {
      finish(nowNanos, false, List.of(), false);
    } else {
      enter(TargetState.WAITING_WRITE_DONE, nowNanos);
    }
  }

  private WriteOrder order(long nowNanos) {
    return new WriteOrder(
        (call.deadlineNanos() - nowNanos) / 1e6,
        call.askedKeys(),
        call.destinations(),
        expectedIncarnation,
        !call.isFetch());
  }

  private void awaitReport(OperationNews news, long nowNanos) {
    boolean isLate = call.isFetch() && isOver(nowNanos);
    if (news.isTerminal()) {
      Optional<List<BlockKey>> written = written(news).filter(keys -> !isLate);
      isTimedOut = written.isEmpty() && isOver(nowNanos) && !isCancelled;
      finish(nowNanos, written.isPresent(), written.orElse(List.of()), news.isRefused());
    } else if (news.isFailure() || isOver(nowNanos)) {
      isTimedOut = isOver(nowNanos) && !isCancelled;
      giveUp(nowNanos);
    }
  }

  private void awaitEnd(OperationNews news, long nowNanos) {
    if (news.isTerminal()) {
      finish(nowNanos, false, List.of(), news.isRefused());
    } else if (nowNanos - call.abandonNanos() >= 0) {
      quarantine(nowNanos);
    } else if (!isProbed) {
      isProbed = probe();
    }
  }

  private void awaitQuiet(OperationNews news, long nowNanos) {
    if (news.isTerminal()) {
      enter(TargetState.FINISHED, nowNanos);
      events.accept(new TargetEvent.Quiet(handle));
    }
  }

  /** For the caller it is over, though the source may still write. */
  private void giveUp(long nowNanos) {
    enter(TargetState.WAITING_TERMINAL, nowNanos);
    if (call.isFetch()) {
      tell(false, List.of(), false);
    }
    sources.forgetAcknowledgement(call.source());
    isProbed = probe();
  }

  /** No time that passes makes the destination safe; only somebody who knows can. */
  private void quarantine(long nowNanos) {
    enter(TargetState.QUARANTINED, nowNanos);
    events.accept(new TargetEvent.Uncertain(handle));
    hints.failed(call.requestId());
    tell(false, List.of(), false);
    sources.forgetAcknowledgement(call.source());
    probe();
  }

  private boolean probe() {
    return sources.probe(call.source(), handle, expectedIncarnation);
  }

  private void finish(long nowNanos, boolean success, List<BlockKey> delivered, boolean isRefused) {
    enter(TargetState.FINISHED, nowNanos);
    if (success) {
      hints.reported(call.requestId(), call.askedKeys(), delivered);
    } else {
      hints.failed(call.requestId());
    }
    tell(success, delivered, isRefused);
    events.accept(new TargetEvent.Quiet(handle));
  }

  private void tell(boolean success, List<BlockKey> delivered, boolean isRefused) {
    if (!isTold) {
      isTold = true;
      Set<BlockKey> written = new HashSet<>(delivered);
      List<BlockKey> failed = call.wanted().stream().filter(key -> !written.contains(key)).toList();
      events.accept(
          new TargetEvent.Completed(
              handle, call.requestId(), success, delivered, failed, isTimedOut, isRefused));
    }
  }

  private void enter(TargetState next, long nowNanos) {
    state = next;
    events.accept(new TargetEvent.Entered(handle, next, nowNanos));
  }

  /** A cancelled call is over as if its deadline had passed. */
  private boolean isOver(long nowNanos) {
    return isCancelled || nowNanos - call.deadlineNanos() >= 0;
  }

  /** The keys that a valid success names, in the order of the request. */
  private Optional<List<BlockKey>> written(OperationNews news) {
    List<BlockKey> keys = call.askedKeys();
    return news.validIndices(keys.size())
        .map(indices -> indices.stream().sorted().map(i -> keys.get(i.intValue())).toList());
  }
}
