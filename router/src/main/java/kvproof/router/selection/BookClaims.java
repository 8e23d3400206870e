package kvproof.router.selection;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Ids of reservations, each held by one partition: from the arrival of a request that books until
 * it is refused, cancelled or released, or its booking is gone. For one thread at a time.
 */
public final class BookClaims {
  private final Map<String, Partition> holders = new TreeMap<>();

  /** False if the id is live, in whatever partition. */
  boolean claim(String id, Partition holder) {
    return holders.putIfAbsent(id, holder) == null;
  }

  /** Gives an id back that this partition holds; harmless for any other. */
  void drop(String id, Partition holder) {
    holders.remove(id, holder);
  }

  /** Gives back what this partition holds and no longer needs. */
  void dropIf(Partition holder, Predicate<String> isOver) {
    holders.entrySet().removeIf(claim -> claim.getValue() == holder && isOver.test(claim.getKey()));
  }

  /** The partition that holds an id; empty if it is free. */
  Optional<Partition> holder(String id) {
    return Optional.ofNullable(holders.get(id));
  }

  public boolean isLive(String id) {
    return holders.containsKey(id);
  }
}
