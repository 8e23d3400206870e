package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.HashText;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.plan.FaultSelection;
import kvproof.soak.dataplane.run.ServiceClient.Inspection;
import kvproof.soak.sim.OtherBlocks;

/** What the harness does to the services of a case while the fetch stands in a phase. */
final class Misfortune {
  /** How much longer than the operation timeout a source is paused. */
  private static final Duration STALL = Duration.ofMillis(100);

  private final FetchFault fault;
  private final Stage stage;
  private final WorkerWithDpRank target;
  private final WorkerWithDpRank source;
  private final BlockHashes asked;
  private final List<String> differences = new ArrayList<>();

  /**
   * @param asked what the target asks for, in the order of the hint
   */
  Misfortune(
      FetchFault fault,
      Stage stage,
      WorkerWithDpRank target,
      WorkerWithDpRank source,
      BlockHashes asked) {
    this.fault = fault;
    this.stage = stage;
    this.target = target;
    this.source = source;
    this.asked = asked;
  }

  /** What was not refused though it must be. */
  List<String> differences() {
    return List.copyOf(differences);
  }

  /** Brings the fault about; false if there was nothing that it could have struck. */
  boolean strike() {
    stage.mark(FaultSelection.name(fault));
    switch (fault.kind()) {
      case SOURCE_CRASHED -> stage.kill(source);
      case SOURCE_RESTARTED -> {
        Inspection held = stage.process(source).inspect();
        stage.kill(source);
        stage.restart(source, held);
      }
      case BLOCK_EVICTED, EVICTED_WHILE_PINNED, SLOT_REUSE -> {
        Optional<Long> victim = victim();
        victim.ifPresent(this::evict);
        return victim.isPresent();
      }
      case FOREIGN_BYTES -> stage.process(source).corrupt();
      case SOURCE_STALLED -> stage.process(source).stall(stage.timeout().plus(STALL));
      case CANCELLED -> stage.process(target).cancel();
      case TARGET_CRASHED -> stage.kill(target);
      case DEREGISTRATION -> deregister();
      default -> throw new IllegalArgumentException("brought about within a service: " + fault);
    }
    return true;
  }

  private void deregister() {
    if (!stage.process(target).isReleaseRefused()) {
      differences.add("the target took back the memory that a write was going into");
    }
    if (!stage.process(source).isDeregistrationRefused()) {
      differences.add("the source took back the memory that a write was reading");
    }
  }

  private Optional<Long> victim() {
    Inspection held = stage.process(source).inspect();
    Set<Long> device = new HashSet<>(held.device());
    Set<Long> host = new HashSet<>(held.host());
    boolean isPinPending = fault.phase() == FetchPhase.ACCEPTED;
    Predicate<Long> fits =
        isPinPending && fault.kind() == Kind.BLOCK_EVICTED
            ? hash -> device.contains(hash) && !host.contains(hash)
            : isPinPending ? host::contains : hash -> device.contains(hash) || host.contains(hash);
    return asked.stream().boxed().filter(fits).findFirst();
  }

  /** Where the fault replaces it, a fresh block is stored at once. */
  private void evict(long hash) {
    Inspection held = stage.process(source).inspect();
    if (held.device().contains(hash)) {
      evict(hash, StorageTier.DEVICE, isUnderWrite() && !held.host().contains(hash));
    }
    if (held.host().contains(hash)) {
      evict(hash, StorageTier.HOST_PINNED, isUnderWrite());
    }
  }

  /** Whether the victim is one that the source has claimed or pinned. */
  private boolean isUnderWrite() {
    return fault.kind() == Kind.EVICTED_WHILE_PINNED
        || (fault.kind() == Kind.SLOT_REUSE && fault.phase() == FetchPhase.WRITING);
  }

  private void evict(long hash, StorageTier tier, boolean isInUse) {
    String must = isInUse ? "deferred" : "gone";
    List<String> was = stage.process(source).evict(tier, BlockHashes.of(hash));
    if (!was.equals(List.of(must))) {
      differences.add(
          "block %s left the source's %s tier as %s, not as %s"
              .formatted(HashText.print(hash), tier.wireName(), was, must));
    }
    if (fault.kind() == Kind.SLOT_REUSE) {
      stage.process(source).store(tier, BlockHashes.of(OtherBlocks.inPlaceOf(hash)));
    }
  }
}
