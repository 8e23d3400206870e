package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.TargetState;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchResult;
import kvproof.model.StorageTier;
import kvproof.soak.dataplane.run.ServiceClient.Inspection;
import kvproof.soak.dataplane.timeline.TimelineEvent;

/**
 * What is seen of a fetch whose target died: its new life is asked before anything is stored there,
 * and the source once it has come to an end or is in doubt.
 *
 * <p>The new life is another process, opened empty at the same endpoint: a block, an operation or a
 * failed hint there means that something reached it that was for the dead one. Two things cannot be
 * seen, since nobody is left to whom anything was reported: that the fetch timed out, and which
 * blocks came with wrong bytes; the result says neither. Where agents cannot know that a write was
 * not sent, a source in doubt is as it must be, and does not count against the quiet.
 */
final class ReturnedTarget {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration STEP = Duration.ofMillis(2);

  private final TrialScene scene;
  private final Stage stage;

  ReturnedTarget(TrialScene scene) {
    this.scene = scene;
    this.stage = scene.stage();
  }

  /** Opens the new life, which computes the whole hint; what was seen of the fetch. */
  FetchResult computeAnew() {
    stage.restart(scene.plan().target(), new Inspection(List.of(), List.of(), List.of()));
    SourceAccount source = awaitSource();
    Inspection found = scene.target().inspect();
    int asked = scene.lacking().size();
    int delivered = (int) scene.lacking().stream().filter(found::holds).count();
    scene.target().store(StorageTier.DEVICE, scene.hinted());
    FetchOutcome outcome =
        new FetchOutcome(
            delivered == 0 ? Status.FAILED : delivered < asked ? Status.PARTIAL : Status.DELIVERED,
            asked,
            delivered,
            asked - delivered,
            leading(found),
            leading(scene.target().inspect()));
    return new FetchResult(
        outcome,
        List.of(),
        scene.target().isHintFailed(scene.requestId()),
        false,
        wasQuarantined(),
        isQuiet(source));
  }

  /** Until nothing is under way there, or nobody knows whether something is. */
  private SourceAccount awaitSource() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!scene.asked().rest().unrest().isEmpty()
        && !account().isWriteInDoubt()
        && System.nanoTime() - end < 0) {
      scene.asked().poll(-1, STEP);
    }
    return account();
  }

  private SourceAccount account() {
    return SourceAccount.of(scene.asked().timeline());
  }

  private boolean isQuiet(SourceAccount source) {
    return source.isOver() || (source.isWriteInDoubt() && !stage.knowsUnsentWrites());
  }

  /** In the life that died, or in the new one, which has no operation of its own. */
  private boolean wasQuarantined() {
    return Stream.concat(stage.events().stream(), scene.target().timeline().stream())
        .anyMatch(
            event ->
                event.side() == TimelineEvent.Side.TARGET
                    && event.kind() == TimelineEvent.Kind.STATE
                    && event.what().equals(TargetState.QUARANTINED.name()));
  }

  /** How many blocks of the hint are held without a gap. */
  private int leading(Inspection held) {
    BlockHashes hinted = scene.hinted();
    int position = 0;
    while (position < hinted.size() && held.holds(hinted.at(position))) {
      position++;
    }
    return position;
  }
}
