package kvproof.oracles.front;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.model.BlockHashes;

/**
 * The copies and leases of one rank with a capacity, in plain lists: {@code index.md} 8.2.
 *
 * <p>Whether a copy is active, since when it is not, and its position are read from the leases that
 * ever used it, each time they are asked for.
 */
final class LruRank {
  /** A copy is itself, whatever else has its hash; ids count up. */
  private record Copy(int id, long hash) {}

  private record Use(Copy copy, int position) {}

  private static final class Lease {
    private final List<Use> uses = new ArrayList<>();
    private int privateBlocks;
    private int releaseEpoch; // 0: not released

    boolean isActive() {
      return releaseEpoch == 0;
    }

    boolean uses(Copy copy) {
      return uses.stream().anyMatch(use -> use.copy().equals(copy));
    }
  }

  private final List<Copy> copies = new ArrayList<>(); // in the order of their ids
  private final Map<String, Lease> leases = new LinkedHashMap<>(); // in the order of admission
  private long capacity;
  private int lastCopyId;
  private int lastEpoch;

  boolean knows(String attempt) {
    return leases.containsKey(attempt);
  }

  boolean isActive(String attempt) {
    return lease(attempt).isActive();
  }

  void limit(long newCapacity) {
    capacity = newCapacity;
  }

  /** Copies are reused as long as every block so far was found; then all of them are new. */
  void acquire(String attempt, BlockHashes hashes, int privateBlocks) {
    var lease = new Lease();
    boolean allFound = true;
    for (int position = 0; position < hashes.size(); position++) {
      long hash = hashes.at(position);
      Optional<Copy> found = copies.stream().filter(copy -> copy.hash() == hash).findFirst();
      allFound = allFound && found.isPresent();
      lease.uses.add(new Use(allFound ? found.orElseThrow() : newCopy(hash), position));
    }
    lease.privateBlocks = privateBlocks;
    leases.put(attempt, lease);
  }

  void materialize(String attempt, BlockHashes hashes, int startPosition, int privateBlocks) {
    Lease lease = lease(attempt);
    for (int index = 0; index < hashes.size(); index++) {
      lease.uses.add(new Use(newCopy(hashes.at(index)), startPosition + index));
    }
    lease.privateBlocks = privateBlocks;
  }

  void release(String attempt) {
    lease(attempt).releaseEpoch = ++lastEpoch;
  }

  /** The hashes of which no copy is left, in the order in which the last ones went. */
  BlockHashes evict() {
    List<Long> gone = new ArrayList<>();
    Optional<Copy> victim = victim();
    while (Long.compareUnsigned(resident(), capacity) > 0 && victim.isPresent()) {
      long hash = victim.get().hash();
      copies.remove(victim.get());
      if (copies.stream().noneMatch(copy -> copy.hash() == hash)) {
        gone.add(hash);
      }
      victim = victim();
    }
    return BlockHashes.of(gone);
  }

  /** Of the copies that nobody uses: smallest epoch, then largest position, then smallest id. */
  private Optional<Copy> victim() {
    return copies.stream()
        .filter(copy -> leases.values().stream().noneMatch(l -> l.isActive() && l.uses(copy)))
        .min(
            Comparator.comparingInt(this::epoch)
                .thenComparing(this::position, Comparator.reverseOrder())
                .thenComparingInt(Copy::id));
  }

  /** Of the last release of a lease that used it. */
  private int epoch(Copy copy) {
    return leases.values().stream()
        .filter(lease -> lease.uses(copy))
        .mapToInt(lease -> lease.releaseEpoch)
        .max()
        .orElseThrow();
  }

  /** In the request that came last. */
  private int position(Copy copy) {
    int position = -1;
    for (Lease lease : leases.values()) {
      for (Use use : lease.uses) {
        position = use.copy().equals(copy) ? use.position() : position;
      }
    }
    return position;
  }

  /** Copies and the private blocks of those who are not finished. */
  long resident() {
    long privateBlocks =
        leases.values().stream()
            .filter(Lease::isActive)
            .mapToLong(lease -> lease.privateBlocks)
            .sum();
    return copies.size() + privateBlocks;
  }

  private Copy newCopy(long hash) {
    var copy = new Copy(++lastCopyId, hash);
    copies.add(copy);
    return copy;
  }

  private Lease lease(String attempt) {
    Lease lease = leases.get(attempt);
    if (lease == null) {
      throw new AssertionError("no lease of attempt " + attempt);
    }
    return lease;
  }
}
