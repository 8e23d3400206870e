package kvproof.router.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;

/** The capacity model as its definition says it: one list of copies, searched every time. */
final class PlainCapacity {
  private static final class Held {
    final int id;
    final long hash;
    long position;
    int references = 1;
    long epoch;

    Held(int id, long hash, long position) {
      this.id = id;
      this.hash = hash;
      this.position = position;
    }
  }

  private static final Comparator<Held> EVICTION =
      Comparator.<Held>comparingLong(copy -> copy.epoch)
          .thenComparing(copy -> copy.position, Comparator.reverseOrder())
          .thenComparingInt(copy -> copy.id);

  private final List<Held> copies = new ArrayList<>();
  private final SortedMap<String, List<Held>> leases = new TreeMap<>();
  private final SortedMap<String, Integer> privateBlocks = new TreeMap<>();
  private long capacity;
  private int created;
  private long epochs;

  PlainCapacity(long capacity) {
    this.capacity = capacity;
  }

  BlockHashes limit(long blocks) {
    capacity = blocks;
    return evict();
  }

  BlockHashes acquire(String attempt, BlockHashes hashes, int privateOnes) {
    List<Held> lease = new ArrayList<>();
    boolean missed = false;
    for (int i = 0; i < hashes.size(); i++) {
      long hash = hashes.at(i);
      Optional<Held> found = copies.stream().filter(copy -> copy.hash == hash).findFirst();
      missed |= found.isEmpty();
      if (missed) {
        lease.add(create(hash, i));
      } else {
        found.get().references++;
        found.get().position = i;
        lease.add(found.get());
      }
    }
    leases.put(attempt, lease);
    privateBlocks.put(attempt, privateOnes);
    return evict();
  }

  private Held create(long hash, long position) {
    Held copy = new Held(created++, hash, position);
    copies.add(copy);
    return copy;
  }

  BlockHashes materialize(String attempt, int start, BlockHashes hashes, int privateOnes) {
    for (int i = 0; i < hashes.size(); i++) {
      leases.get(attempt).add(create(hashes.at(i), start + i));
    }
    privateBlocks.put(attempt, privateOnes);
    return evict();
  }

  BlockHashes release(String attempt) {
    epochs++;
    for (Held copy : leases.remove(attempt)) {
      copy.references--;
      copy.epoch = epochs;
    }
    privateBlocks.remove(attempt);
    return evict();
  }

  private BlockHashes evict() {
    List<Long> gone = new ArrayList<>();
    while (resident() > capacity && inactive() > 0) {
      Held next = copies.stream().filter(copy -> copy.references == 0).min(EVICTION).orElseThrow();
      copies.remove(next);
      if (copies.stream().noneMatch(copy -> copy.hash == next.hash)) {
        gone.add(next.hash);
      }
    }
    return BlockHashes.of(gone);
  }

  long resident() {
    return copies.size() + privateBlocks.values().stream().mapToInt(Integer::intValue).sum();
  }

  long inactive() {
    return copies.stream().filter(copy -> copy.references == 0).count();
  }

  long hashes() {
    return copies.stream().map(copy -> copy.hash).distinct().count();
  }

  /** Hashes that an open lease holds. */
  boolean isActive(long hash) {
    return leases.values().stream().flatMap(List::stream).anyMatch(copy -> copy.hash == hash);
  }

  /** Attempts whose lease is open. */
  List<String> open() {
    return List.copyOf(leases.keySet());
  }
}
