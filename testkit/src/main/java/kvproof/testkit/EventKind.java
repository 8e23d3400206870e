package kvproof.testkit;

import java.util.Optional;

/** The kinds of step that a history is drawn from, with their weight before the swarm skews it. */
@SuppressWarnings("ImmutableEnumChecker") // every Draw is a static method
enum EventKind {
  ROOT_STORE(14, StoreKinds::root),
  WHOLE_CHAIN(4, StoreKinds::wholeChain),
  BLOCK_BY_BLOCK(3, StoreKinds::blockByBlock),
  EXTENSION(7, StoreKinds::extension),
  DUPLICATE(3, StoreKinds::duplicate),
  OFFLOAD(7, StoreKinds::offload),
  CONTINUATION_BELOW(9, StoreKinds::continuationBelow),
  SUFFIX_ONLY(12, StoreKinds::suffixOnly),
  SUFFIX_WITH_GAP(5, StoreKinds::suffixWithGap),
  CACHE_OWNER_ROOT(7, StoreKinds::cacheOwnerRoot),
  CACHE_OWNER_SUFFIX(7, StoreKinds::cacheOwnerSuffix),
  RESTORE(5, StoreKinds::restore),
  CHILD_BEFORE_PARENT(3, StoreKinds::childBeforeParent),
  EMPTY_STORE(1, StoreKinds::empty),
  REFUSED_STORE(1, StoreKinds::refused),
  SUFFIX_EVICTION(6, RemovalKinds::suffix),
  MIDDLE_EVICTION(6, RemovalKinds::middle),
  REMOVAL_BATCH(2, RemovalKinds::batch),
  UNKNOWN_REMOVAL(2, RemovalKinds::unknown),
  CLEAR_RANK(1, RemovalKinds::clearRank),
  CLEAR_CACHE_OWNER(1, RemovalKinds::clearCacheOwner),
  CLEAR_BOTH(1, RemovalKinds::clearBoth),
  RANK_REMOVAL(1, RemovalKinds::rank),
  WORKER_REMOVAL(1, RemovalKinds::worker),
  RESIDENCY_SNAPSHOT(4, SnapshotKinds::residency),
  WORKER_SNAPSHOT(2, SnapshotKinds::workers),
  STAGGERED_FRONTIERS(6, Arrangements::staggeredFrontiers),
  ATTACHED_SOURCES(5, Arrangements::attachedSources),
  PROJECTED_CONTINUATION(3, Arrangements::projectedContinuation),
  CROWDED_FRONTIER(2, Arrangements::crowdedFrontier),
  DETACHED_STORE(4, StoreKinds::detached, Irregularity.UNKNOWN_PARENT),
  VARIANT(7, IrregularKinds::variant, Irregularity.VARIANT),
  REHASH(4, IrregularKinds::rehash, Irregularity.REHASH),
  MOVE(3, IrregularKinds::move, Irregularity.MOVE),
  MOVE_AND_REHASH(2, IrregularKinds::moveAndRehash, Irregularity.MOVE),
  CYCLE(2, IrregularKinds::cycle, Irregularity.MOVE),
  MALFORMED(2, IrregularKinds::malformed, Irregularity.MALFORMED);

  /** Offers the steps of one kind to a draft; none if there is nothing to do it to. */
  interface Draw {
    void into(HistoryDraft draft, SeededRandom random);
  }

  private final int weight;
  private final Draw draw;
  private final Optional<Irregularity> always;

  EventKind(int weight, Draw draw) {
    this.weight = weight;
    this.draw = draw;
    this.always = Optional.empty();
  }

  EventKind(int weight, Draw draw, Irregularity always) {
    this.weight = weight;
    this.draw = draw;
    this.always = Optional.of(always);
  }

  int weight() {
    return weight;
  }

  /** Whether histories of the profile have this kind. */
  boolean isFor(Profile profile) {
    if (this == WORKER_SNAPSHOT && profile == Profile.FETCH) {
      return false; // hints are meant to be carried out, so everybody stays reachable
    }
    if (profile == Profile.LANES && (this == WORKER_SNAPSHOT || this == RESIDENCY_SNAPSHOT)) {
      return false; // snapshots are set before threads begin
    }
    return always.isEmpty() || profile.allows(always.get());
  }

  void drawInto(HistoryDraft draft, SeededRandom random) {
    draw.into(draft, random);
  }
}
