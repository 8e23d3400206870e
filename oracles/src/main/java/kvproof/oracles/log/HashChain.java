package kvproof.oracles.log;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/**
 * The one chain of a look-up, and who is on it where (continuation.md 3 and 6).
 *
 * <p>The hash of a position is a function of the hashes before it: who agrees with them, whose
 * frontier that makes the position, who reaches back to an opening. The chain is what this yields,
 * position by position, until nobody names a hash.
 */
public final class HashChain {
  private final Lookup lookup;

  /** Per source the positions p where it is an exact owner of the edge E(p) (continuation.md 1). */
  private final SortedMap<Owner, BitSet> onEdge = new TreeMap<>();

  /** The set F (continuation.md 1), as far as the chain goes. */
  private final BitSet frontiers = new BitSet();

  private long[] hashes = new long[0];

  public HashChain(Lookup lookup) {
    this.lookup = lookup;
    lookup.sources().forEach(source -> onEdge.put(source, new BitSet()));
    OptionalLong next;
    do {
      frontiers.set(length(), isStop());
      next = next();
      next.ifPresent(this::append);
    } while (next.isPresent());
  }

  /** Blocks on the chain. */
  int length() {
    return hashes.length;
  }

  /** The chain's hashes at positions {@code [0, end)}. */
  BlockHashes below(int end) {
    return BlockHashes.of(hashes).slice(0, end);
  }

  /** In source order. */
  List<Owner> sources() {
    return List.copyOf(onEdge.keySet());
  }

  BitSet onEdge(Owner source) {
    return Objects.requireNonNull(onEdge.get(source));
  }

  /** Where the source's root prefix ends (continuation.md 3); 0: it has none. */
  int rootEnd(Owner source) {
    return lookup
        .walk(source)
        .map(walk -> walk.agreement(hashes))
        .orElseGet(() -> onEdge(source).nextClearBit(0));
  }

  /** Whether the rank knows everything below its frontier by the chain's hashes. */
  boolean isOnChain(Owner rank) {
    return lookup.walk(rank).stream().allMatch(walk -> walk.agreement(hashes) == walk.frontier());
  }

  /** First member of F in {@code [start, end)}; empty: no source can join there. */
  OptionalInt firstFrontier(int start, int end) {
    int first = frontiers.nextSetBit(start);
    return first >= 0 && first < end ? OptionalInt.of(first) : OptionalInt.empty();
  }

  /** Whether a rank that agrees so far and holds a part of the query stops here. */
  private boolean isStop() {
    return length() > 0
        && length() < lookup.length()
        && lookup.walks().stream()
            .anyMatch(walk -> walk.frontier() == length() && walk.agreement(hashes) == length());
  }

  /** The hash that the chain goes on with: 6.2 a, else b, else none (c). */
  private OptionalLong next() {
    for (RankWalk walk : lookup.walks()) {
      if (length() < walk.end(StorageTier.DEVICE) && walk.agreement(hashes) == length()) {
        return OptionalLong.of(walk.hashAt(length()));
      }
    }
    for (Owner source : onEdge.keySet()) {
      OptionalLong named = namedBy(source);
      if (named.isPresent()) {
        return named;
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The hash under which a source would carry the chain on, if it may.
   *
   * <p>A rank whose run goes on speaks for its projected owners too; whoever is active, joins here
   * or starts at the root speaks only for what it holds itself.
   */
  private OptionalLong namedBy(Owner source) {
    Optional<RankWalk> goingOn =
        lookup
            .walk(source)
            .filter(walk -> length() < walk.frontier() && walk.agreement(hashes) == length());
    if (goingOn.isPresent()) {
      return OptionalLong.of(goingOn.get().hashAt(length()));
    }
    return opens(source, length()) || isActive(source, length() - 1)
        ? exactHash(source)
        : OptionalLong.empty();
  }

  /** Whether the source could start here: a cache owner at the root, anyone at a frontier. */
  private boolean opens(Owner source, int position) {
    return position == 0 ? source instanceof CacheOwner : frontiers.get(position);
  }

  /** On the edge here and on every edge back to one where it could start. */
  private boolean isActive(Owner source, int position) {
    for (int p = position; p >= 0 && onEdge(source).get(p); p--) {
      if (opens(source, p)) {
        return true;
      }
    }
    return false;
  }

  private void append(long hash) {
    onEdge.forEach(
        (source, positions) ->
            positions.set(length(), exactHash(source).equals(OptionalLong.of(hash))));
    hashes = Arrays.copyOf(hashes, length() + 1);
    hashes[length() - 1] = hash;
  }

  /** How the source itself would carry the chain on. */
  private OptionalLong exactHash(Owner source) {
    OptionalLong parent =
        length() == 0 ? OptionalLong.empty() : OptionalLong.of(hashes[length() - 1]);
    return lookup.exactHash(source, StorageTier.HOST_PINNED, parent, length());
  }
}
