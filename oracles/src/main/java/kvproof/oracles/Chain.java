package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * The one chain of external hashes of a look-up, fixed position by position from the root: {@code
 * continuation.md} 6, and F of its section 1.
 *
 * <p>It is shorter than the prompt where nobody can carry it on.
 */
final class Chain {
  /*
   * State at position p, before its hash is fixed:
   *
   *   hashes       those of positions 0 .. p-1
   *   agreements   per rank with blocks: leading positions at which its own hashes are the chain's.
   *                It is p for the ranks that agree so far, and stays where a rank ended or was cut
   *   active       sources that hold the chain exactly, host-pinned, from some start up to p-1.
   *                A start is a member of F, or for an advertised cache owner the root
   *
   * A rank whose frontier is at most p will not change any more, so F up to p is known at p.
   */
  private final Lookup lookup;
  private final List<Long> hashes = new ArrayList<>();
  private final SortedMap<WorkerWithDpRank, Integer> agreements = new TreeMap<>();
  private SortedSet<Owner> active = new TreeSet<>();

  private Chain(Lookup lookup) {
    this.lookup = lookup;
    lookup.runs().keySet().forEach(rank -> agreements.put(rank, 0));
  }

  static Chain of(Lookup lookup) {
    var chain = new Chain(lookup);
    for (int position = 0; position < lookup.size(); position++) {
      SortedSet<Owner> mayHold = chain.activeOrJoining(position);
      OptionalLong hash = chain.deviceHash(position); // a
      if (hash.isEmpty()) {
        hash = chain.hostHash(position, mayHold); // b
      }
      if (hash.isEmpty()) {
        break; // c
      }
      chain.fix(hash.getAsLong(), mayHold);
    }
    return chain;
  }

  /** Sources that hold the chain exactly up to this position, or may start here. */
  private SortedSet<Owner> activeOrJoining(int position) {
    if (position == 0) {
      SortedSet<Owner> cacheOwners = new TreeSet<>(lookup.sources());
      cacheOwners.removeIf(source -> !(source instanceof CacheOwner));
      return cacheOwners;
    }
    return frontiers().contains(position) ? lookup.sources() : active;
  }

  /** Rule a: the smallest rank that agrees so far and whose device prefix covers the position. */
  private OptionalLong deviceHash(int position) {
    for (WorkerWithDpRank rank : lookup.runs().keySet()) {
      if (agreement(rank) == position && position < lookup.run(rank).deviceBlocks()) {
        return OptionalLong.of(lookup.run(rank).hashes().get(position));
      }
    }
    return OptionalLong.empty();
  }

  /** Rule b: the smallest of those that could carry the chain on names the hash. */
  private OptionalLong hostHash(int position, SortedSet<Owner> mayHold) {
    for (Owner source : lookup.sources()) {
      if (source instanceof WorkerWithDpRank rank
          && agreement(rank) == position
          && position < lookup.run(rank).frontier()) {
        return OptionalLong.of(lookup.run(rank).hashes().get(position));
      }
      if (mayHold.contains(source)) {
        OptionalLong exact = lookup.exactHash(source, placeAt(position));
        if (exact.isPresent()) {
          return exact;
        }
      }
    }
    return OptionalLong.empty();
  }

  /** Appends the hash. Whoever knows the position by another one is cut. */
  private void fix(long hash, SortedSet<Owner> mayHold) {
    int position = size();
    for (WorkerWithDpRank rank : lookup.runs().keySet()) {
      OwnRun run = lookup.run(rank);
      if (agreement(rank) == position
          && position < run.frontier()
          && run.hashes().get(position) == hash) {
        agreements.put(rank, position + 1);
      }
    }
    hashes.add(hash);
    active = new TreeSet<>(mayHold);
    active.removeIf(source -> !isHeldExactly(position, source));
  }

  int size() {
    return hashes.size();
  }

  /** The hashes of positions {@code [0, end)}. */
  BlockHashes prefix(int end) {
    return BlockHashes.of(hashes.subList(0, end));
  }

  /** The source, projections aside, is on E(position): it holds the chain's block host-pinned. */
  boolean isHeldExactly(int position, Owner source) {
    return position < size()
        && lookup
            .exactHash(source, placeAt(position))
            .equals(OptionalLong.of(hashes.get(position)));
  }

  private Place placeAt(int position) {
    OptionalLong parent =
        position == 0 ? OptionalLong.empty() : OptionalLong.of(hashes.get(position - 1));
    return new Place(parent, lookup.localHashes().at(position));
  }

  /** Leading positions at which the rank's own hashes are the chain's. */
  int agreement(WorkerWithDpRank rank) {
    return agreements.getOrDefault(rank, 0);
  }

  /** All of the rank's hashes below its frontier are the chain's; so is a rank without blocks. */
  boolean isOnChain(WorkerWithDpRank rank) {
    return agreement(rank) == lookup.run(rank).frontier();
  }

  /** F: where the partial ranks that are on the chain end. */
  SortedSet<Integer> frontiers() {
    SortedSet<Integer> frontiers = new TreeSet<>();
    for (WorkerWithDpRank rank : lookup.runs().keySet()) {
      int frontier = lookup.run(rank).frontier();
      if (isOnChain(rank) && 0 < frontier && frontier < lookup.size()) {
        frontiers.add(frontier);
      }
    }
    return frontiers;
  }
}
