package kvproof.router.predict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvproof.model.BlockHashes;
import org.jspecify.annotations.Nullable;

/**
 * A model of one rank's physical cache, in blocks: copies of full blocks, private blocks, and the
 * requests that hold them.
 *
 * <p>What every change returns are the hashes whose last copy it evicted, in that order. Neither
 * active copies nor private blocks are ever evicted, so a rank may be over its capacity.
 */
final class CapacityModel {

  /** What is known of an attempt. */
  enum LeaseState {
    UNKNOWN,
    OPEN,
    FINISHED
  }

  private static final class Lease {
    final List<Copy> copies = new ArrayList<>();
    long privateBlocks;
  }

  private final CopyTable copies = new CopyTable();
  private final EvictionOrder inactive = new EvictionOrder();
  private final Map<String, Lease> open = new HashMap<>();

  /** Kept for as long as the model: an attempt has one lease, even once that is over. */
  private final Set<String> finished = new HashSet<>();

  private long capacityBlocks;
  private long copyCount;
  private long privateBlocks;
  private long nextId;

  /** Throws {@link IllegalArgumentException} unless the capacity is positive. */
  CapacityModel(long capacityBlocks) {
    this.capacityBlocks = checked(capacityBlocks);
  }

  private static long checked(long capacityBlocks) {
    if (capacityBlocks < 1) {
      throw new IllegalArgumentException("a capacity of " + capacityBlocks + " blocks");
    }
    return capacityBlocks;
  }

  LeaseState state(String attempt) {
    return open.containsKey(attempt)
        ? LeaseState.OPEN
        : finished.contains(attempt) ? LeaseState.FINISHED : LeaseState.UNKNOWN;
  }

  /** The rank has another capacity from now on. */
  BlockHashes limit(long blocks) {
    capacityBlocks = checked(blocks);
    return evict();
  }

  /**
   * A request begins: it shares the copies of its leading blocks up to the first that has none, and
   * gets new ones from there on.
   *
   * <p>Throws {@link IllegalArgumentException} if the attempt has a lease, or had one.
   */
  BlockHashes acquire(String attempt, BlockHashes hashes, int privateOnes) {
    if (state(attempt) != LeaseState.UNKNOWN) {
      throw new IllegalArgumentException("attempt " + attempt + " is " + state(attempt));
    }
    Lease lease = new Lease();
    open.put(attempt, lease);
    int shared = share(lease, hashes);
    create(lease, hashes, shared, shared);
    setPrivate(lease, privateOnes);
    return evict();
  }

  /** Returns how many leading blocks had a copy. */
  private int share(Lease lease, BlockHashes hashes) {
    int position = 0;
    for (; position < hashes.size(); position++) {
      Copy copy = copies.first(hashes.at(position));
      if (copy == null) {
        break;
      }
      if (copy.references == 0) {
        inactive.remove(copy);
      }
      copy.references++;
      copy.position = position;
      lease.copies.add(copy);
    }
    return position;
  }

  private void create(Lease lease, BlockHashes hashes, int from, long firstPosition) {
    for (int i = from; i < hashes.size(); i++) {
      Copy copy = new Copy(nextId++, hashes.at(i), firstPosition + (i - from));
      copy.references = 1;
      copies.add(copy);
      copyCount++;
      lease.copies.add(copy);
    }
  }

  private void setPrivate(Lease lease, long blocks) {
    privateBlocks += blocks - lease.privateBlocks;
    lease.privateBlocks = blocks;
  }

  /**
   * A request has produced full blocks, which are always new copies.
   *
   * @param privateOnes private blocks that it has from now on
   */
  BlockHashes materialize(String attempt, int startPosition, BlockHashes hashes, int privateOnes) {
    Lease lease = lease(open.get(attempt), attempt);
    create(lease, hashes, 0, startPosition);
    setPrivate(lease, privateOnes);
    return evict();
  }

  private Lease lease(@Nullable Lease found, String attempt) {
    if (found == null) {
      throw new IllegalArgumentException("attempt " + attempt + " is " + state(attempt));
    }
    return found;
  }

  /** A request is over. Throws {@link IllegalArgumentException} unless its lease is open. */
  BlockHashes release(String attempt) {
    Lease lease = lease(open.remove(attempt), attempt);
    finished.add(attempt);
    List<Copy> released = new ArrayList<>();
    for (Copy copy : lease.copies) {
      copy.references--;
      if (copy.references == 0) {
        released.add(copy);
      }
    }
    inactive.add(released);
    setPrivate(lease, 0);
    return evict();
  }

  private BlockHashes evict() {
    if (residentBlocks() <= capacityBlocks || inactive.size() == 0) {
      return BlockHashes.empty();
    }
    List<Long> gone = new ArrayList<>();
    while (residentBlocks() > capacityBlocks && inactive.size() > 0) {
      Copy copy = inactive.removeFirst();
      copyCount--;
      if (copies.remove(copy)) {
        gone.add(copy.hash);
      }
    }
    return BlockHashes.of(gone);
  }

  /** Copies and private blocks. */
  long residentBlocks() {
    return copyCount + privateBlocks;
  }

  /** Of the resident ones, those that belong to an open lease. */
  long activeBlocks() {
    return residentBlocks() - inactive.size();
  }

  long inactiveBlocks() {
    return inactive.size();
  }

  long privateBlocks() {
    return privateBlocks;
  }

  /** Resident blocks that there is no room for. */
  long overCapacity() {
    return Math.max(0, residentBlocks() - capacityBlocks);
  }

  /** Distinct hashes that have a copy. */
  int hashes() {
    return copies.hashes();
  }

  /** Leases that are open. */
  int leases() {
    return open.size();
  }
}
