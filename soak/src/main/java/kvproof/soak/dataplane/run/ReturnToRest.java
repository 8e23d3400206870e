package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvproof.model.FetchFault.Kind;
import kvproof.model.HashText;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.soak.dataplane.run.ServiceClient.Inspection;
import kvproof.soak.dataplane.run.ServiceClient.Opened;
import kvproof.soak.dataplane.run.ServiceClient.Rest;
import kvproof.soak.dataplane.timeline.TimelineEvent;

/** After a fetch: every service comes to rest by itself, and holds what it must. */
final class ReturnToRest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(2);

  private final TrialScene scene;
  private final Stage stage;
  private final FetchOutcomeOracle oracle;
  private final Guard guard;
  private final Findings findings;

  ReturnToRest(TrialScene scene, FetchOutcomeOracle oracle, Guard guard) {
    this.scene = scene;
    this.stage = scene.stage();
    this.oracle = oracle;
    this.guard = guard;
    this.findings = scene.findings();
  }

  /**
   * @param askedLife the life that the hint led to
   * @param operation the target's handle; absent if it has none, or none any more
   */
  void come(Opened askedLife, OptionalLong operation) {
    endLostTransfer();
    vouch(askedLife, operation);
    restOfTarget();
    if (!stage.isDead(scene.source())) {
      restOfSource();
    }
    stage.living().stream().filter(this::isBystander).forEach(this::restOfBystander);
  }

  /** What nobody knows of stays claimed until the source has another life. */
  private void endLostTransfer() {
    if (!findings.isStruck() || !isEndOfWriteUnknown()) {
      return;
    }
    if (scene.asked().rest().unrest().isEmpty()) {
      findings.differ("the source is at rest though nobody knows what became of its transfer");
    }
    remarkOnDeadTarget();
    stage.kill(scene.source());
  }

  /**
   * A target that dies here dies before the rest of the write is posted. An agent that knows so
   * says that the failure is quiet; one that cannot tell must not.
   */
  private boolean isEndOfWriteUnknown() {
    if (!scene.isFault(Kind.TARGET_CRASHED)) {
      return scene.isFault(Kind.LOST_TRANSFER);
    }
    SourceAccount source = SourceAccount.of(scene.asked().timeline());
    if (source.isSuccess() && source.hasPosted()) {
      findings.differ("the source takes a write to a dead target for a success");
    }
    if (source.isWriteInDoubt() && stage.knowsUnsentWrites()) {
      findings.differ(
          "the source takes a write to a dead target for uncertain that was not posted");
    }
    return source.isWriteInDoubt();
  }

  private void vouch(Opened askedLife, OptionalLong operation) {
    if (findings.actual().orElseThrow().isQuiet() || operation.isEmpty()) {
      return;
    }
    stage.mark("the dead incarnation is vouched for");
    guard.vouch(
        stage.service(scene.plan().target()).endpoint(),
        askedLife.endpoint(),
        operation.getAsLong(),
        askedLife.incarnation());
  }

  private void restOfTarget() {
    WorkerWithDpRank target = scene.plan().target();
    int withheld = awaitRest(target, "target").withheld();
    int wrong = findings.actual().orElseThrow().wrongBlocks().size();
    findings.withheld(withheld);
    if (withheld != wrong) {
      findings.differ(withheld + " slots are withheld at the target, not " + wrong);
    }
    inspect(target, "target", false);
  }

  /** Also of one whose target is dead: by then it has no claim, pin or transfer left. */
  private void restOfSource() {
    awaitRest(scene.source(), "source");
    inspect(scene.source(), "source", scene.isFault(Kind.FOREIGN_BYTES));
    if (findings.isStruck()) {
      remarkOnDeadTarget();
    }
  }

  private boolean isBystander(WorkerWithDpRank rank) {
    return !rank.equals(scene.plan().target()) && !rank.equals(scene.source());
  }

  /** Nobody has asked it for anything, and nothing has come there. */
  private void restOfBystander(WorkerWithDpRank rank) {
    String side = "bystander " + rank;
    awaitRest(rank, side);
    inspect(rank, side, false);
  }

  private void remarkOnDeadTarget() {
    if (scene.isFault(Kind.TARGET_CRASHED)) {
      findings.remark("the source of a dead target: " + lastSeen());
    }
  }

  /** How its writes and operations ended. */
  private String lastSeen() {
    List<TimelineEvent> events = scene.asked().timeline();
    String seen =
        events.stream()
            .filter(
                event ->
                    event.kind() == TimelineEvent.Kind.WRITE_ENDED
                        || event.kind() == TimelineEvent.Kind.STEP)
            .map(TimelineEvent::what)
            .collect(Collectors.joining(", "));
    return seen.isEmpty() ? "was never asked" : seen;
  }

  private Rest awaitRest(WorkerWithDpRank rank, String side) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Rest rest = stage.process(rank).rest();
    while (!rest.unrest().isEmpty() && System.nanoTime() - end < 0) {
      stage.process(rank).poll(-1, STEP);
      rest = stage.process(rank).rest();
    }
    if (!rest.unrest().isEmpty()) {
      findings.differ("left at the " + side + ": " + rest.unrest());
    }
    if (rest.unreadable() > 0) {
      findings.differ(rest.unreadable() + " messages could not be read at the " + side);
    }
    return rest;
  }

  /** Every byte that is held there, and every block that should be. */
  private void inspect(WorkerWithDpRank rank, String side, boolean isSpoilt) {
    Inspection held = stage.process(rank).inspect();
    if (!isSpoilt) {
      held.wrong().forEach(wrong -> findings.differ("at the " + side + ", " + wrong));
    }
    Set<Long> is = new TreeSet<>(held.device());
    is.addAll(held.host());
    Set<Long> must = new TreeSet<>(oracle.within(rank));
    if (!is.equals(must)) {
      findings.differ(
          "the " + side + " holds " + texts(is, must) + " too much and lacks " + texts(must, is));
    }
  }

  private static List<String> texts(Set<Long> all, Set<Long> without) {
    return all.stream().filter(hash -> !without.contains(hash)).map(HashText::print).toList();
  }
}
