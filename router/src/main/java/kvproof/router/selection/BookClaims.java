package kvproof.router.selection;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.router.queue.BookingLease;
import org.jspecify.annotations.Nullable;

/**
 * Ids of reservations, each held by one selection of one partition: from the arrival of a request
 * that books until it is refused, cancelled or released, or its booking is gone. For one thread at
 * a time.
 */
public final class BookClaims {
  private final Map<String, Claim> live = new TreeMap<>();

  /** How many claims each partition holds; none is 0 or absent. */
  private final Map<Partition, Integer> counts = new HashMap<>();

  /** One hold on an id; a later one of the same id is another claim. */
  static final class Claim {
    private final String id;
    private final Partition holder;
    private @Nullable BookingLease lease;
    private boolean isAnswered;

    private Claim(String id, Partition holder) {
      this.id = id;
      this.holder = holder;
    }

    Partition holder() {
      return holder;
    }

    /** Its selection was chosen, and booked so. */
    void booked(BookingLease booking) {
      lease = booking;
    }

    /** Whether its selection was booked, whatever became of the booking. */
    boolean isBooked() {
      return lease != null;
    }

    /** Its selection got its answer. */
    void answered() {
      isAnswered = true;
    }

    boolean isAnswered() {
      return isAnswered;
    }

    /** Whether its selection was answered, and what it booked is gone. */
    private boolean isOver() {
      return isAnswered && lease != null && !lease.isBooked();
    }
  }

  /** Takes an id for one selection; empty if the id is live, in whatever partition. */
  Optional<Claim> claim(String id, Partition holder) {
    if (live.containsKey(id)) {
      return Optional.empty();
    }
    Claim claim = new Claim(id, holder);
    live.put(id, claim);
    counts.merge(holder, 1, Integer::sum);
    return Optional.of(claim);
  }

  /** Gives an id back; harmless if that happened, whoever has the id now. */
  void drop(Claim claim) {
    if (live.remove(claim.id, claim)) {
      counts.merge(claim.holder, -1, Integer::sum);
    }
  }

  /** Gives back what this partition holds and no longer needs. */
  void sweep(Partition holder) {
    live.values().stream()
        .filter(claim -> claim.holder == holder && claim.isOver())
        .toList()
        .forEach(this::drop);
  }

  /** Whether the partition holds any id. */
  boolean isHolding(Partition holder) {
    return counts.getOrDefault(holder, 0) > 0;
  }

  /** The claim on an id; empty if it is free. */
  Optional<Claim> of(String id) {
    return Optional.ofNullable(live.get(id));
  }

  public boolean isLive(String id) {
    return live.containsKey(id);
  }
}
