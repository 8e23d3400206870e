package kvproof.soak.dataplane.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.HashText;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.FetchExpectation;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.router.ReferenceRouter;
import kvproof.soak.dataplane.node.FetchResultJson;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.NodeClient.Inspection;
import kvproof.soak.dataplane.run.NodeClient.Opened;
import kvproof.soak.dataplane.timeline.Timeline;

/**
 * Carries out one case: services are opened and filled, the reference router is asked, its hint is
 * followed, the fault strikes, the result is compared, and everything comes to rest.
 */
final class FetchTrial {
  private static final Duration ACKNOWLEDGEMENT_WAIT = Duration.ofSeconds(10);

  /** Long enough for an acknowledgement that is lost to be late. */
  private static final Duration LOST_ACKNOWLEDGEMENT_WAIT = Duration.ofMillis(300);

  /** After the abandon timeout: for the second probe and for a write that ends after all. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private static final Duration REST_PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(2);

  private final FetchPlan plan;
  private final Stage stage;
  private final FaultArrangement arrangement;
  private final Guard guard;
  private final ReferenceRouter router = new ReferenceRouter();
  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();
  private final List<String> differences = new ArrayList<>();
  private final List<String> whoseBytes = new ArrayList<>();
  private Optional<WorkerWithDpRank> asked = Optional.empty();
  private Optional<FetchExpectation> expected = Optional.empty();
  private Optional<FetchResult> actual = Optional.empty();
  private OptionalLong operation = OptionalLong.empty();
  private long checkedBytes;
  private long nanos;

  FetchTrial(FetchPlan plan, Roster roster, Guard guard, Duration timeout, Duration shortTimeout) {
    this.plan = plan;
    this.guard = guard;
    this.arrangement = FaultArrangement.of(plan.fault());
    this.stage =
        new Stage(plan, roster, arrangement, arrangement.isTimed() ? shortTimeout : timeout);
  }

  /** Ends with every service closed, or with {@link NodeFailure} told as a difference. */
  TrialResult run() {
    try {
      stage.openAll();
      router.replace(stage.snapshot());
      plan.history().forEach(this::applyKnown);
      lookUp().ifPresentOrElse(this::carryOut, () -> differences.add("the router gave no hint"));
    } catch (NodeFailure failure) {
      differences.add(String.valueOf(failure.getMessage()));
    }
    return new TrialResult(
        plan,
        asked,
        expected.map(FetchExpectation::result),
        actual,
        checkedBytes,
        whoseBytes,
        nanos,
        differences,
        Timeline.of(stage.events()),
        false);
  }

  private void applyKnown(KvCacheEvent event) {
    router.apply(event);
    applyUnknown(event);
  }

  /** The router does not hear of it. */
  private void applyUnknown(KvCacheEvent event) {
    stage.apply(event);
    oracle.take(event);
  }

  private Optional<SourceChoice> lookUp() {
    Request request =
        new Request("fetch-" + plan.number(), plan.localHashes(), List.of(plan.target()));
    return Optional.ofNullable(router.answer(request).choices().get(plan.target()))
        .filter(choice -> choice.hint().isPresent());
  }

  private void carryOut(SourceChoice choice) {
    KvHint hint = choice.hint().orElseThrow();
    BlockHashes hinted = hashes(hint);
    plan.meanwhile().forEach(this::applyUnknown);
    WorkerWithDpRank source = plan.askInstead().orElseGet(() -> rank(choice));
    asked = Optional.of(source);
    BlockHashes lacking = lacking(hinted, stage.node(plan.target()).inspect());
    expected = Optional.of(oracle.fetch(plan.target(), Optional.of(source), hinted, plan.fault()));
    Opened askedLife = stage.service(source);

    follow(hint, source, lacking, hinted);
    compare();
    comeToRest(source, askedLife);
    stage.keepEvents(plan.target());
    stage.keepEvents(source);
    closeAll(source);
  }

  private static WorkerWithDpRank rank(SourceChoice choice) {
    if (choice.source().orElseThrow() instanceof WorkerWithDpRank rank) {
      return rank;
    }
    throw new IllegalStateException("hinted to nobody that takes part: " + choice);
  }

  private static BlockHashes hashes(KvHint hint) {
    return hint.actions().stream()
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(action -> ((KvHintAction.Fetch) action).blockHashes())
        .findFirst()
        .orElseThrow();
  }

  private static BlockHashes lacking(BlockHashes hinted, Inspection held) {
    Set<Long> here = new HashSet<>(held.device());
    here.addAll(held.host());
    return BlockHashes.of(hinted.stream().boxed().filter(hash -> !here.contains(hash)).toList());
  }

  private void follow(
      KvHint hint, WorkerWithDpRank source, BlockHashes lacking, BlockHashes hinted) {
    NodeClient target = stage.node(plan.target());
    boolean isAckLost = plan.fault().filter(fault -> fault.kind() == Kind.LOST_ACK).isPresent();
    boolean isKnown =
        target.hint(
            "fetch-" + plan.number(),
            hint,
            isAckLost ? LOST_ACKNOWLEDGEMENT_WAIT : ACKNOWLEDGEMENT_WAIT);
    if (isKnown == isAckLost) {
      differences.add(isAckLost ? "acknowledged though that was lost" : "never acknowledged");
    }
    Optional<Misfortune> misfortune =
        plan.fault()
            .filter(fault -> arrangement.isHeld() || isArrangedEarly(fault))
            .map(fault -> new Misfortune(fault, stage, plan.target(), source, lacking));
    if (!arrangement.isHeld()) {
      misfortune.ifPresent(Misfortune::strike);
    }
    long number = target.ask(SETTLE);
    Optional<JsonNode> answer =
        arrangement.isHeld()
            ? strikeInPhase(misfortune.orElseThrow(), source, number)
            : Optional.empty();
    misfortune.ifPresent(struck -> differences.addAll(struck.differences()));
    if (stage.isDead(plan.target())) {
      computeAnew(lacking, hinted);
    } else {
      told(answer.orElseGet(() -> awaitAnswer(number)));
    }
  }

  private boolean isArrangedEarly(FetchFault fault) {
    return fault.phase() == FetchPhase.HINTED
        && arrangement.atSource().isEmpty()
        && arrangement.atTarget().isEmpty();
  }

  /** The answer, if the fetch is over without having come into the phase. */
  private Optional<JsonNode> strikeInPhase(
      Misfortune misfortune, WorkerWithDpRank source, long number) {
    NodeClient target = stage.node(plan.target());
    NodeClient holding = arrangement.targetHold().isPresent() ? target : stage.node(source);
    Optional<JsonNode> answer = Optional.empty();
    long end = deadline();
    while (!holding.isReached() && answer.isEmpty()) {
      requireTime(end);
      answer = target.poll(number, STEP);
      if (holding != target) {
        holding.poll(-1, STEP);
      }
    }
    if (answer.isEmpty() != expected.orElseThrow().strikes()) {
      differences.add("the fault " + (answer.isEmpty() ? "struck" : "did not strike"));
    }
    if (answer.isEmpty()) {
      misfortune.strike();
      release(holding, source);
    }
    return answer;
  }

  /** Lets the fetch go on, unless its holder is dead. */
  private void release(NodeClient holding, WorkerWithDpRank source) {
    boolean isSource = arrangement.sourceHold().isPresent();
    WorkerWithDpRank rank = isSource ? source : plan.target();
    if (!stage.isDead(rank) && stage.node(rank) == holding) {
      holding.go();
    }
  }

  private JsonNode awaitAnswer(long number) {
    long end = deadline();
    while (true) {
      Optional<JsonNode> answer = stage.node(plan.target()).poll(number, STEP);
      if (answer.isPresent()) {
        return answer.get();
      }
      requireTime(end);
    }
  }

  private long deadline() {
    return System.nanoTime()
        + stage.timeout().multipliedBy(2).plus(SETTLE).plus(REST_PATIENCE).toNanos();
  }

  private static void requireTime(long end) {
    if (System.nanoTime() - end >= 0) {
      throw new NodeFailure("the fetch does not come to an end");
    }
  }

  private void told(JsonNode answer) {
    actual = Optional.of(FetchResultJson.of(answer));
    nanos = answer.path("nanos").asLong();
    answer.path("wrong").forEach(text -> whoseBytes.add(text.asText()));
    if (answer.has("operation")) {
      operation = OptionalLong.of(answer.path("operation").asLong());
    }
  }

  /** A new life of the target has nothing and computes the whole hint. */
  private void computeAnew(BlockHashes lacking, BlockHashes hinted) {
    stage.restart(plan.target(), new Inspection(0, List.of(), List.of(), List.of()));
    NodeClient target = stage.node(plan.target());
    target.store(StorageTier.DEVICE, hinted);
    int held = hinted.size() - lacking(hinted, target.inspect()).size();
    actual =
        Optional.of(
            FetchResult.plain(
                new FetchOutcome(Status.FAILED, lacking.size(), 0, lacking.size(), 0, held)));
  }

  private void compare() {
    FetchResult must = expected.orElseThrow().result();
    FetchResult is = actual.orElseThrow();
    if (!is.equals(must)) {
      differences.add("expected " + must + "; was " + is);
    }
  }

  private void comeToRest(WorkerWithDpRank source, Opened askedLife) {
    if (plan.fault().filter(fault -> fault.kind() == Kind.LOST_TRANSFER).isPresent()
        && expected.orElseThrow().strikes()) {
      stage.kill(source);
    }
    boolean isOver = actual.orElseThrow().isQuiet() || stage.isDead(plan.target());
    if (!isOver && operation.isPresent()) {
      stage.mark("the dead incarnation is vouched for");
      guard.vouch(
          stage.service(plan.target()).endpoint(),
          askedLife.endpoint(),
          operation.getAsLong(),
          askedLife.incarnation());
    }
    awaitRest(plan.target(), "target");
    int wrong = actual.orElseThrow().wrongBlocks().size();
    int withheld = stage.node(plan.target()).rest().withheld();
    if (withheld != wrong) {
      differences.add(withheld + " slots are withheld at the target, not " + wrong);
    }
    inspect(plan.target(), "target");
    if (!stage.isDead(source)) {
      restOfSource(source);
    }
  }

  private void restOfSource(WorkerWithDpRank source) {
    boolean isTargetDead =
        plan.fault().filter(fault -> fault.kind() == Kind.TARGET_CRASHED).isPresent();
    if (isTargetDead && !isAtRest(source)) {
      // It cannot know that nothing is written into a process that is gone, and says so for ever.
      stage.kill(source);
    } else {
      awaitRest(source, "source");
      inspect(source, "source");
    }
  }

  private void awaitRest(WorkerWithDpRank rank, String side) {
    if (!isAtRest(rank)) {
      differences.add("left at the " + side + ": " + stage.node(rank).rest().unrest());
    }
  }

  private boolean isAtRest(WorkerWithDpRank rank) {
    long end = System.nanoTime() + REST_PATIENCE.toNanos();
    while (!stage.node(rank).rest().unrest().isEmpty()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      stage.node(rank).poll(-1, STEP);
    }
    return true;
  }

  /** Every byte that is held there, and every block that should be. */
  private void inspect(WorkerWithDpRank rank, String side) {
    Inspection held = stage.node(rank).inspect();
    checkedBytes += held.checkedBytes();
    boolean isSpoilt =
        side.equals("source")
            && plan.fault().filter(fault -> fault.kind() == Kind.FOREIGN_BYTES).isPresent();
    if (!isSpoilt) {
      held.wrong().forEach(wrong -> differences.add("at the " + side + ", " + wrong));
    }
    Set<Long> is = new TreeSet<>(held.device());
    is.addAll(held.host());
    Set<Long> must = new TreeSet<>(oracle.within(rank));
    if (!is.equals(must)) {
      differences.add(
          "the " + side + " holds " + texts(is, must) + " too much and lacks " + texts(must, is));
    }
  }

  private static List<String> texts(Set<Long> all, Set<Long> without) {
    return all.stream().filter(hash -> !without.contains(hash)).map(HashText::print).toList();
  }

  private void closeAll(WorkerWithDpRank source) {
    for (WorkerWithDpRank rank : stage.living()) {
      List<String> left = stage.node(rank).closeService();
      boolean isParty = rank.equals(source) || rank.equals(plan.target());
      if (isParty && !left.isEmpty()) {
        differences.add("left behind by " + rank + ": " + left);
      }
    }
  }
}
