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
import kvproof.model.FetchPhase;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.plan.FaultSelection;
import kvproof.soak.dataplane.run.NodeClient.Inspection;

/** What the harness does to the services of a case while the fetch stands in a phase. */
final class Misfortune {
  /** What is stored in place of a block has its hash with these bits changed. */
  private static final long FRESH = 0x5555_5555_5555_5555L;

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

  void strike() {
    stage.mark(FaultSelection.name(fault));
    switch (fault.kind()) {
      case SOURCE_CRASHED -> stage.kill(source);
      case SOURCE_RESTARTED -> {
        Inspection held = stage.node(source).inspect();
        stage.kill(source);
        stage.restart(source, held);
      }
      case BLOCK_EVICTED, EVICTED_WHILE_PINNED -> victim().ifPresent(this::evict);
      case SLOT_REUSE -> victim().ifPresent(this::replace);
      case FOREIGN_BYTES -> stage.node(source).corrupt();
      case SOURCE_STALLED -> stage.node(source).stall(stage.timeout().plus(STALL));
      case CANCELLED -> stage.node(target).cancel();
      case TARGET_CRASHED -> stage.kill(target);
      case DEREGISTRATION -> deregister();
      default -> throw new IllegalArgumentException("brought about by a node: " + fault);
    }
  }

  private void deregister() {
    if (!stage.node(target).isReleaseRefused()) {
      differences.add("the target took back the memory that a write was going into");
    }
    if (!stage.node(source).isDeregistrationRefused()) {
      differences.add("the source took back the memory that a write was reading");
    }
  }

  private Optional<Long> victim() {
    Inspection held = stage.node(source).inspect();
    Set<Long> device = new HashSet<>(held.device());
    Set<Long> host = new HashSet<>(held.host());
    boolean isPinPending = fault.phase() == FetchPhase.ACCEPTED;
    Predicate<Long> fits =
        isPinPending && fault.kind() == FetchFault.Kind.BLOCK_EVICTED
            ? hash -> device.contains(hash) && !host.contains(hash)
            : isPinPending ? host::contains : hash -> device.contains(hash) || host.contains(hash);
    return asked.stream().boxed().filter(fits).findFirst();
  }

  private void evict(long hash) {
    for (StorageTier tier : List.of(StorageTier.DEVICE, StorageTier.HOST_PINNED)) {
      stage.node(source).evict(tier, BlockHashes.of(hash));
    }
  }

  /** A fresh block is stored at once where the victim was. */
  private void replace(long hash) {
    Inspection held = stage.node(source).inspect();
    evict(hash);
    BlockHashes fresh = BlockHashes.of(hash ^ FRESH);
    if (held.device().contains(hash)) {
      stage.node(source).store(StorageTier.DEVICE, fresh);
    }
    if (held.host().contains(hash)) {
      stage.node(source).store(StorageTier.HOST_PINNED, fresh);
    }
  }
}
