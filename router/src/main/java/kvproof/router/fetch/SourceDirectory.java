package kvproof.router.fetch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.OwnerBits;
import kvproof.router.index.OwnerTable;
import org.jspecify.annotations.Nullable;

/**
 * What the two snapshots say of every owner as a source or a target, by owner number.
 *
 * <p>Worker types and islands become small numbers, equal exactly if what they stand for is equal.
 * Made anew when a snapshot is replaced; {@link #meetOwners} adds owners that were met since.
 */
public final class SourceDirectory {
  /** No type: neither target nor source. No island. No rank is excluded. */
  public static final int NONE = -1;

  /** Of which mode a rank is that has its blocks reported by a persistent cache owner. */
  private static final String PERSISTENT_OWNER_MODE = "state_agent_v2";

  private record Place(String domain, String value) {}

  private final OwnerTable owners;
  private final SourceOrder order;
  private final IntToLongFunction gapped;
  private final ResidencySnapshot residency;
  private final WorkerSnapshot workers;
  private final Map<String, Integer> types = new HashMap<>();
  private final Map<Place, Integer> islands = new HashMap<>();
  private final List<@Nullable Ineligibility> ineligibility = new ArrayList<>();

  /** By type: who is a source of it by the snapshots, as bits. */
  private final List<long[]> sourcesOfType = new ArrayList<>();

  private int[] targetType = new int[0];
  private int[] type = new int[0];
  private int[] island = new int[0];
  private boolean[] requiresIsland = new boolean[0];
  private int[] identity = new int[0];

  /**
   * @param gapped whose event stream misses something now, as bits: for word w, owners from 64 * w
   */
  public SourceDirectory(
      OwnerTable owners,
      IntToLongFunction gapped,
      ResidencySnapshot residency,
      WorkerSnapshot workers) {
    this.owners = owners;
    this.order = new SourceOrder(owners);
    this.gapped = gapped;
    this.residency = residency;
    this.workers = workers;
    meetOwners();
  }

  /** Describes the owners that were met since the last time. */
  public void meetOwners() {
    int known = ineligibility.size();
    if (owners.size() > type.length) {
      makeRoom(Math.max(owners.size(), 2 * known));
    }
    order.meetOwners();
    for (int number = known; number < owners.size(); number++) {
      switch (owners.owner(number)) {
        case WorkerWithDpRank rank -> describe(number, rank);
        case CacheOwner owner -> describe(number, owner);
      }
    }
  }

  private void makeRoom(int size) {
    targetType = Arrays.copyOf(targetType, size);
    type = Arrays.copyOf(type, size);
    island = Arrays.copyOf(island, size);
    requiresIsland = Arrays.copyOf(requiresIsland, size);
    identity = Arrays.copyOf(identity, size);
  }

  private void describe(int number, WorkerWithDpRank rank) {
    String workerType = workers.workerType(rank);
    targetType[number] = workers.isConfigured(rank) ? typeNumber(workerType) : NONE;
    identity[number] = number;
    Optional<Island> ownIsland = workers.island(rank);
    island[number] = ownIsland.map(this::islandNumber).orElse(NONE);
    requiresIsland[number] =
        ownIsland.filter(known -> known.enforcement() == Enforcement.REQUIRED).isPresent();
    qualify(number, obstacle(rank, workerType), workerType);
  }

  private @Nullable Ineligibility obstacle(WorkerWithDpRank rank, String workerType) {
    if (!workers.isConfigured(rank)) {
      return Ineligibility.NOT_CONFIGURED;
    }
    Optional<String> mode = workers.eventSource(rank);
    if (mode.isPresent()) {
      return mode.get().equals(PERSISTENT_OWNER_MODE)
          ? Ineligibility.PERSISTENT_OWNER_SPEAKS
          : Ineligibility.UNKNOWN_EVENT_SOURCE;
    }
    return missing(workerType, workers.endpoint(rank));
  }

  private static @Nullable Ineligibility missing(String workerType, String endpoint) {
    if (workerType.isEmpty()) {
      return Ineligibility.NO_WORKER_TYPE;
    }
    return endpoint.isEmpty() ? Ineligibility.NO_ENDPOINT : null;
  }

  private void describe(int number, CacheOwner owner) {
    targetType[number] = NONE;
    island[number] = NONE;
    identity[number] = number;
    HintSource source = residency.hintSources().get(owner);
    if (source == null) {
      qualify(number, Ineligibility.NOT_ADVERTISED, "");
      return;
    }
    source
        .attachedTo()
        .ifPresent(
            rank -> {
              identity[number] = owners.find(rank);
              island[number] = workers.island(rank).map(this::islandNumber).orElse(NONE);
            });
    qualify(number, missing(source.workerType(), source.endpoint()), source.workerType());
  }

  private void qualify(int number, @Nullable Ineligibility obstacle, String workerType) {
    ineligibility.add(obstacle);
    type[number] = obstacle == null ? typeNumber(workerType) : NONE;
    if (type[number] != NONE) {
      addSource(number);
    }
  }

  private void addSource(int number) {
    while (sourcesOfType.size() <= type[number]) {
      sourcesOfType.add(new long[1]);
    }
    long[] sources = sourcesOfType.get(type[number]);
    if (sources.length < owners.words()) {
      sources = Arrays.copyOf(sources, owners.words());
      sourcesOfType.set(type[number], sources);
    }
    OwnerBits.set(sources, number);
  }

  private int typeNumber(String workerType) {
    return workerType.isEmpty() ? NONE : types.computeIfAbsent(workerType, name -> types.size());
  }

  private int islandNumber(Island known) {
    return islands.computeIfAbsent(
        new Place(known.domain(), known.value()), place -> islands.size());
  }

  /**
   * Who may be a source for targets of a type now, as bits.
   *
   * @param word owners from {@code 64 * word} on
   */
  long sources(int ofType, int word) {
    if (ofType >= sourcesOfType.size()) {
      return 0;
    }
    long[] sources = sourcesOfType.get(ofType);
    return word < sources.length ? sources[word] & ~gapped.applyAsLong(word) : 0;
  }

  /** Type of the owner as a source, or {@link #NONE} if the snapshots say that it is none. */
  int sourceType(int owner) {
    return type[owner];
  }

  /** Why the owner may be no source; null if it may. */
  @Nullable Ineligibility ineligibility(int owner) {
    @Nullable Ineligibility obstacle = ineligibility.get(owner);
    return obstacle == null && isGapped(owner) ? Ineligibility.EVENT_GAP : obstacle;
  }

  private boolean isGapped(int owner) {
    return (gapped.applyAsLong(owner >>> 6) & 1L << owner) != 0;
  }

  /** Type of the rank as a target, or {@link #NONE} if it gets no hint. */
  int targetType(int rank) {
    return targetType[rank];
  }

  /** Island of the rank, or of the rank that the cache owner is attached to; or {@link #NONE}. */
  int island(int owner) {
    return island[owner];
  }

  boolean requiresIsland(int rank) {
    return requiresIsland[rank];
  }

  /** The rank that must not get this source: itself, or the one it is attached to. */
  int exclusionIdentity(int owner) {
    return identity[owner];
  }

  /** Control endpoint of an eligible source. */
  String endpoint(int owner) {
    return switch (owners.owner(owner)) {
      case WorkerWithDpRank rank -> workers.endpoint(rank);
      case CacheOwner cacheOwner -> endpointOf(cacheOwner);
    };
  }

  private String endpointOf(CacheOwner cacheOwner) {
    HintSource source = residency.hintSources().get(cacheOwner);
    return source == null ? "" : source.endpoint();
  }

  /** Which of two sources comes first. */
  SourceOrder order() {
    return order;
  }
}
