package kvproof.soak.sim;

import java.util.List;
import java.util.OptionalLong;
import kvproof.mocknixl.kvcr.SourceEvent;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.TargetState;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.KvHintAction;

/**
 * One hint carried out in virtual time: introduction, request, and polls until it is over and quiet
 * or all its timeouts are past. Its fault strikes at the first moment of its phase.
 */
public final class FetchSimulation implements SimWorld.Watcher {
  /** Nothing takes longer: the abandon timeout, a write that is stuck, and their aftermath. */
  private static final int MOST_STEPS = 250;

  private static final int INTRODUCTION_STEPS = 3;

  private final SimWorld world;
  private final SimNode target;
  private final SimNode asked;
  private final SimProcess targetLife;
  private final KvHintAction.Fetch hint;
  private final HintedFetch fetch;
  private final FetchStrike strike;
  private final SourceSide source;
  private final FreshBlocks fresh;
  private final String requestId;
  private OptionalLong operation = OptionalLong.empty();
  private boolean isAccepted;
  private boolean wasGathering;
  private boolean isQuarantined;

  /** Carries it out; afterwards everybody is alive and nothing is on its way by itself. */
  public static SimFetch.Seen carryOut(SimWorld world, SimFetch.Order order) {
    return new FetchSimulation(world, order).run();
  }

  private FetchSimulation(SimWorld world, SimFetch.Order order) {
    this.world = world;
    this.target = world.node(order.target());
    this.asked = world.node(order.asked());
    this.targetLife = target.process();
    this.hint = order.hint();
    String endpoint = hint.sourceControlEndpoint();
    world.network().listen(endpoint, asked.process().wire());
    targetLife.notice(endpoint, asked.process().self().incarnation());
    this.requestId = order.requestId();
    this.source = new SourceSide(world, asked);
    this.fresh = new FreshBlocks(targetLife.worker());
    this.strike = new FetchStrike(world, target, asked, hint, order.fault());
    strike.arm();
    this.fetch = HintedFetch.start(targetLife.worker(), targetLife.target(), requestId, hint);
    targetLife.follow(fetch, endpoint);
  }

  private SimFetch.Seen run() {
    introduce();
    strike.reached(FetchPhase.HINTED, fetch);
    if (fetch.ask()) {
      operation = fetch.operation();
    }
    waitUntilOver();
    SimFetch.Seen seen = new SimFetch.Seen(result(), strike.hasStruck(), fetch.wrongBlocks());
    strike.undo();
    settle();
    if (isTargetGone()) {
      source.requireReleased();
    } else {
      fresh.clear();
      checkUnsettled(seen.result());
      targetLife.target().discardHint(requestId);
    }
    source.requireCleanIfEnded();
    return seen;
  }

  /** What was not quiet stays so, unless there is a message by which somebody could know better. */
  private void checkUnsettled(FetchResult told) {
    if (!fetch.isQuiet()) {
      targetLife.expectUnsettled();
    } else if (!told.isQuiet() && !strike.leavesRequestBehind()) {
      throw new AssertionError("quiet, and nobody has said so: " + hint);
    }
  }

  private void introduce() {
    String endpoint = hint.sourceControlEndpoint();
    for (int i = 0; i < INTRODUCTION_STEPS; i++) {
      if (targetLife.target().isAcknowledged(endpoint) && !world.network().isBusy()) {
        return;
      }
      world.tick(this);
    }
  }

  private void waitUntilOver() {
    int stillSteps = 0;
    for (int steps = 0; !isOver(stillSteps); steps++) {
      if (steps > MOST_STEPS) {
        throw new AssertionError("a fetch is not over after " + MOST_STEPS + " ms: " + hint);
      }
      world.tick(this);
      checkDestinations();
      useFreedSlots();
      stillSteps = world.isStill() ? stillSteps + 1 : 0;
    }
  }

  /** What was not delivered may still be written until all is quiet. */
  private void checkDestinations() {
    boolean isOpen = !isTargetGone() && fetch.isTold() && !fetch.isQuiet();
    if (isOpen && targetLife.worker().host().reserved() < fetch.asked().size()) {
      throw new AssertionError("destinations are free before all is quiet: " + hint);
    }
  }

  /** For its caller the fetch is over: whatever slot is free now is used for other blocks. */
  private void useFreedSlots() {
    if (!isTargetGone() && fetch.isTold()) {
      fresh.fill();
      fresh.requireApartFrom(world.writesUnderWay());
    }
  }

  /** One that is quarantined may still hear what was said to it after its last poll. */
  private boolean isOver(int stillSteps) {
    boolean isEnded = isTargetGone() || (fetch.isTold() && fetch.isQuiet());
    return isEnded ? world.isStill() : isQuarantined && stillSteps >= 2;
  }

  private boolean isTargetGone() {
    return !target.isAlive() || target.process() != targetLife;
  }

  /** What is still on its way arrives, and what came after its receiver's last poll is taken. */
  private void settle() {
    boolean isSettled = world.isStill() && !strike.isPlanned();
    for (int steps = 0; !isSettled; steps++) {
      if (steps > MOST_STEPS) {
        throw new AssertionError("no rest " + MOST_STEPS + " ms after a fetch: " + hint);
      }
      boolean wasStill = world.isStill();
      world.tick(SimWorld.Watcher.NOBODY);
      useFreedSlots();
      isSettled = wasStill && world.isStill();
    }
  }

  private FetchResult result() {
    if (isTargetGone()) {
      return crashedResult();
    }
    fetch.computeHole();
    FetchResult result = fetch.result();
    targetLife.expectWithheld(result.wrongBlocks().size());
    return result;
  }

  /**
   * The target has come back: what it says of itself, what it holds of its own, and whether the
   * source is done. It computes the whole hint. What cache owners hold for it is not counted: it
   * has just come back.
   */
  private FetchResult crashedResult() {
    if (source.isSuccess() && source.blocksPosted() > 0) {
      throw new AssertionError(asked.owner() + " takes a write to a dead process for a success");
    }
    BlockHashes chain = hint.blockHashes();
    int blocks = fetch.asked().size();
    int delivered = (int) fetch.asked().stream().filter(target::holdsItself).count();
    int credit = 0;
    while (credit < chain.size() && target.holdsItself(chain.at(credit))) {
      credit++;
    }
    target.worker().device().store(chain);
    Status status =
        delivered == 0 ? Status.FAILED : delivered < blocks ? Status.PARTIAL : Status.DELIVERED;
    return new FetchResult(
        new FetchOutcome(
            status, blocks, delivered, blocks - delivered, credit, target.worker().leading(chain)),
        target.worker().wrongBlocks().stream().map(WrongBlock::hash).toList(),
        target.process().target().isHintFailed(requestId),
        false, // nobody is left who has waited; a new life that is told of it is found out
        isQuarantined,
        source.isOver());
  }

  @Override
  public void target(SimNode node, TargetEvent event) {
    if (node != target || !isOurs(event.operation())) {
      return;
    }
    if (isTargetGone()) {
      throw new AssertionError("a new life takes up what the one before had asked: " + event);
    }
    if (event instanceof TargetEvent.Entered entered) {
      isQuarantined |= entered.state() == TargetState.QUARANTINED;
      if (entered.state() == TargetState.WAITING_WRITE_DONE) {
        strike.reached(FetchPhase.ASKED, fetch);
      }
    }
  }

  @Override
  public void source(SimNode node, SourceEvent event) {
    if (node != asked
        || !isOurs(event.operation())
        || !event.target().equals(targetLife.self().agent())) {
      return;
    }
    source.take(event);
    switch (event) {
      case SourceEvent.Accepted _ -> isAccepted = true;
      case SourceEvent.Posted posted -> {
        isAccepted = false;
        if (posted.blocks() > 0) {
          strike.reached(FetchPhase.WRITING, fetch);
        }
      }
      case SourceEvent.Ended ended -> {
        isAccepted = false;
        if (ended.success()) {
          strike.reached(FetchPhase.WRITTEN, fetch);
        }
      }
      case SourceEvent.Refused _, SourceEvent.Uncertain _, SourceEvent.Quiesced _ -> {}
    }
  }

  /** A request that was taken and is neither written nor over after the poll is being gathered. */
  @Override
  public void polled(SimNode node) {
    if (node == asked && isAccepted && !wasGathering) {
      wasGathering = true;
      strike.reached(FetchPhase.ACCEPTED, fetch);
    }
  }

  private boolean isOurs(long handle) {
    return operation.isPresent() && operation.getAsLong() == handle;
  }

  /** Of the hint, what the target lacks, each once: what it will ask for. */
  static List<Long> lacking(SimNode target, BlockHashes chain) {
    return chain.stream().distinct().filter(hash -> !target.worker().holds(hash)).boxed().toList();
  }
}
