package kvproof.events.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import kvproof.events.wire.AttentionKind.Role;
import kvproof.events.wire.CacheNamespaces.Namespace;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.events.wire.FilterResult.Filtered;
import kvproof.model.StorageTier;
import kvproof.model.identity.EngineMedium;

/**
 * Which events of one listener concern the index, and the namespace of those that do.
 *
 * <p>Learns from what it sees, so every event has to pass, once and in order. Not for several
 * threads.
 */
public final class EventFilter {
  /*
   * The first that applies decides:
   *
   *   rank not registered                 unknown_rank
   *   ownership                           unsupported_ownership (not for a state agent),
   *                                       unknown_ownership
   *   Ignored                             ignored_event
   *   locality                            non_local_locality
   *   Disk, External                      accepted; nothing is learned or recorded
   *   medium                              unknown_medium
   *   stored with group and kind          the group's kind is learned, for this dp rank
   *   kind, or the group's learned kind   unknown_kind, non_main_attention_kind or _group,
   *                                       unlearned_group_idx
   *   salt                                ambiguous_cache_namespace
   */
  private record Group(int dpRank, int groupIdx) {}

  private final IntPredicate isRegistered;
  private final boolean isStateAgent;
  private final Map<Group, AttentionKind> groups = new HashMap<>(); // looked up, never walked
  private final CacheNamespaces namespaces = new CacheNamespaces();

  /**
   * A filter that has seen nothing yet.
   *
   * @param isRegistered whether a dp rank (unsigned) is one of the worker's
   * @param isStateAgent the stream also speaks for the persistent cache runtime
   */
  public EventFilter(IntPredicate isRegistered, boolean isStateAgent) {
    this.isRegistered = isRegistered;
    this.isStateAgent = isStateAgent;
  }

  /** Judges the next event; the rank is the batch's, or the listener's if that has none. */
  public FilterResult filter(EngineEvent event, int dpRank) {
    if (!isRegistered.test(dpRank)) {
      return new Filtered(FilterReason.UNKNOWN_RANK);
    }
    return switch (event) {
      case BlockStored stored -> stored(stored, dpRank);
      case BlockRemoved removed -> removed(removed, dpRank);
      case AllBlocksCleared cleared -> cleared(cleared, dpRank);
      case Ignored _ -> new Filtered(FilterReason.IGNORED_EVENT);
    };
  }

  private FilterResult stored(BlockStored event, int dpRank) {
    Optional<FilterReason> outside = outside(event.tail(), event.medium());
    if (outside.isPresent()) {
      return new Filtered(outside.get());
    }
    StorageTier tier = tier(event.medium());
    if (bypasses(tier)) {
      return new Accepted(event, tier, event.content().salt().orElse(""));
    }
    learn(event.tail(), dpRank);
    Optional<FilterReason> attention = attention(event.tail(), dpRank);
    if (attention.isPresent()) {
      return new Filtered(attention.get());
    }
    return namespaces
        .stored(dpRank, event.parentBlockHash(), event.blockHashes(), event.content().salt())
        .map(Namespace::salt)
        .<FilterResult>map(salt -> new Accepted(event, tier, salt))
        .orElseGet(() -> new Filtered(FilterReason.AMBIGUOUS_CACHE_NAMESPACE));
  }

  private FilterResult removed(BlockRemoved event, int dpRank) {
    Optional<FilterReason> outside = outside(event.tail(), event.medium());
    if (outside.isPresent()) {
      return new Filtered(outside.get());
    }
    StorageTier tier = tier(event.medium());
    if (!bypasses(tier)) {
      Optional<FilterReason> attention = attention(event.tail(), dpRank);
      if (attention.isPresent()) {
        return new Filtered(attention.get());
      }
      namespaces.removed(dpRank, event.blockHashes());
    }
    return new Accepted(event, tier, "");
  }

  /** Groups stay learned: a clear says nothing about how the cache is built. */
  private FilterResult cleared(AllBlocksCleared event, int dpRank) {
    Optional<FilterReason> foreign = foreign(event.ownership());
    if (foreign.isPresent()) {
      return new Filtered(foreign.get());
    }
    namespaces.cleared(dpRank);
    return new Accepted(event, StorageTier.DEVICE, "");
  }

  /** Blocks that are not the framework's, or not here, or nobody knows where. */
  private Optional<FilterReason> outside(EventTail tail, String medium) {
    Optional<FilterReason> foreign = foreign(tail.ownership());
    if (foreign.isPresent()) {
      return foreign;
    }
    if (!tail.locality().map(Locality::isLocal).orElse(true)) {
      return Optional.of(FilterReason.NON_LOCAL_LOCALITY);
    }
    return EngineMedium.tierOf(medium).isEmpty()
        ? Optional.of(FilterReason.UNKNOWN_MEDIUM)
        : Optional.empty();
  }

  private Optional<FilterReason> foreign(Optional<Ownership> ownership) {
    if (ownership.isEmpty()) {
      return Optional.empty();
    }
    if (!ownership.get().isPersistentCacheRuntime()) {
      return Optional.of(FilterReason.UNKNOWN_OWNERSHIP);
    }
    return isStateAgent ? Optional.empty() : Optional.of(FilterReason.UNSUPPORTED_OWNERSHIP);
  }

  private static StorageTier tier(String knownMedium) {
    return EngineMedium.tierOf(knownMedium).orElseThrow();
  }

  private static boolean bypasses(StorageTier tier) {
    return switch (tier) {
      case DEVICE, HOST_PINNED -> false;
      case DISK, EXTERNAL -> true;
    };
  }

  /** Also from an event that is filtered next: its kind is true all the same. */
  private void learn(EventTail tail, int dpRank) {
    if (tail.groupIdx().isPresent() && tail.kind().isPresent()) {
      groups.put(new Group(dpRank, tail.groupIdx().getAsInt()), tail.kind().get());
    }
  }

  private Optional<FilterReason> attention(EventTail tail, int dpRank) {
    if (tail.kind().isPresent()) {
      return reason(tail.kind().get().role(), FilterReason.NON_MAIN_ATTENTION_KIND);
    }
    OptionalInt groupIdx = tail.groupIdx();
    if (groupIdx.isEmpty()) {
      return Optional.empty();
    }
    AttentionKind learned = groups.get(new Group(dpRank, groupIdx.getAsInt()));
    if (learned == null) {
      return groupIdx.getAsInt() == 0
          ? Optional.empty()
          : Optional.of(FilterReason.UNLEARNED_GROUP_IDX);
    }
    return reason(learned.role(), FilterReason.NON_MAIN_ATTENTION_GROUP);
  }

  private static Optional<FilterReason> reason(Role role, FilterReason other) {
    return switch (role) {
      case MAIN -> Optional.empty();
      case OTHER -> Optional.of(other);
      case UNKNOWN -> Optional.of(FilterReason.UNKNOWN_KIND);
    };
  }
}
