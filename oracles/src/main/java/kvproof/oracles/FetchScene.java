package kvproof.oracles;

import static kvproof.model.FetchFault.Kind.BLOCK_EVICTED;
import static kvproof.model.FetchFault.Kind.EARLY_NOTIFICATION;
import static kvproof.model.FetchFault.Kind.EVICTED_WHILE_PINNED;
import static kvproof.model.FetchFault.Kind.OTHER_BLOCKS_BYTES;
import static kvproof.model.FetchFault.Kind.SLOT_REUSE;
import static kvproof.model.FetchFault.Kind.TORN_WRITE;
import static kvproof.model.FetchPhase.ACCEPTED;
import static kvproof.model.FetchPhase.HINTED;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;

/**
 * One fetch before it begins, as sets of blocks: what is asked for, and where the source has it.
 *
 * @param asked in the order of the hint
 * @param device the source's own device blocks: served once its framework has pinned them
 * @param host its own host-pinned blocks: served at once
 * @param projected those of the cache owners projected to it: served at once
 */
record FetchScene(Set<Long> asked, Set<Long> device, Set<Long> host, Set<Long> projected) {

  /** In these bits the hash of a block's other one differs from its own. */
  private static final long OTHER = 0x5555_5555_5555_5555L;

  private static final Set<Kind> HITS_ONE_BLOCK =
      Set.of(
          BLOCK_EVICTED,
          EVICTED_WHILE_PINNED,
          SLOT_REUSE,
          OTHER_BLOCKS_BYTES,
          TORN_WRITE,
          EARLY_NOTIFICATION);

  /** The block that comes in a block's place where a fault puts one there. */
  static long other(long hash) {
    return hash ^ OTHER;
  }

  /** What the source has of what is asked for, in the order of the hint. */
  List<Long> found() {
    return asked.stream().filter(this::isServed).toList();
  }

  private boolean isServed(long hash) {
    return device.contains(hash) || isClaimed(hash);
  }

  private boolean isClaimed(long hash) {
    return host.contains(hash) || projected.contains(hash);
  }

  private boolean isOwn(long hash) {
    return device.contains(hash) || host.contains(hash);
  }

  /** Whether it is written from a tier of the source's own: a copy in owned memory comes first. */
  private boolean isWrittenFromItsOwn(long hash) {
    return host.contains(hash) || (device.contains(hash) && !projected.contains(hash));
  }

  /**
   * Whether the fetch gets into the phase if nothing goes wrong. One that asks for nothing has
   * nothing to lose: no fault counts for it.
   */
  boolean reaches(FetchPhase phase) {
    return switch (phase) {
      case HINTED, ASKED, WRITTEN -> !asked.isEmpty(); // whoever takes a request reports
      case ACCEPTED -> !asked.stream().allMatch(this::isClaimed);
      case WRITING -> !found().isEmpty();
    };
  }

  /** Whether the fault comes about. */
  boolean isStruckBy(FetchFault fault) {
    return reaches(fault.phase())
        && (!HITS_ONE_BLOCK.contains(fault.kind()) || victim(fault).isPresent());
  }

  /** The block that the fault hits: the first that fits, in the order of the hint. */
  Optional<Long> victim(FetchFault fault) {
    FetchPhase phase = fault.phase();
    return switch (fault.kind()) {
      case BLOCK_EVICTED ->
          phase == ACCEPTED
              ? first(hash -> device.contains(hash) && !isClaimed(hash))
              : first(this::isOwn);
      case EVICTED_WHILE_PINNED ->
          phase == ACCEPTED ? first(host::contains) : first(this::isWrittenFromItsOwn);
      case SLOT_REUSE -> phase == HINTED ? first(this::isOwn) : first(this::isWrittenFromItsOwn);
      case OTHER_BLOCKS_BYTES -> first(this::isServed);
      case TORN_WRITE, EARLY_NOTIFICATION -> last(found());
      case SOURCE_RESTARTED,
          SOURCE_CRASHED,
          FOREIGN_BYTES,
          PARTIAL_WRITE,
          LOST_TRANSFER,
          LOST_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LATE_NOTIFICATION,
          LOST_ACK,
          SOURCE_STALLED,
          LOST_REQUEST,
          LATE_REQUEST,
          DUPLICATE_REQUEST,
          LOST_PROBE,
          PINS_UNANSWERED,
          SLOW_WRITE,
          STUCK_WRITE,
          CANCELLED,
          DEREGISTRATION,
          TARGET_CRASHED ->
          Optional.empty();
    };
  }

  private static Optional<Long> last(List<Long> hashes) {
    return hashes.isEmpty() ? Optional.empty() : Optional.of(hashes.getLast());
  }

  private Optional<Long> first(Predicate<Long> fits) {
    return asked.stream().filter(fits).findFirst();
  }

  /** The same fetch once the source itself has lost a block. */
  FetchScene without(long evicted) {
    return new FetchScene(asked, less(device, evicted), less(host, evicted), projected);
  }

  private static Set<Long> less(Set<Long> hashes, long gone) {
    Set<Long> rest = new HashSet<>(hashes);
    rest.remove(gone);
    return rest;
  }
}
