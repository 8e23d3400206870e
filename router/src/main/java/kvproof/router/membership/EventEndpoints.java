package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a worker publishes its KV events; an empty text is no endpoint.
 *
 * @param single serves a worker that has one rank
 * @param byRank by dp rank, unsigned; goes before {@code single}
 * @param replay where missed events are asked for; only for a worker that has one rank
 */
public record EventEndpoints(
    Optional<String> single, SortedMap<Integer, String> byRank, Optional<String> replay) {

  private static final EventEndpoints NONE =
      new EventEndpoints(Optional.empty(), new TreeMap<>(), Optional.empty());

  public EventEndpoints {
    single = single.filter(endpoint -> !endpoint.isEmpty());
    replay = replay.filter(endpoint -> !endpoint.isEmpty());
    SortedMap<Integer, String> given = new TreeMap<>(Integer::compareUnsigned);
    given.putAll(byRank);
    given.values().removeIf(String::isEmpty);
    byRank = unmodifiableSortedMap(given);
  }

  public static EventEndpoints none() {
    return NONE;
  }

  /** The endpoint of one of these ranks; absent: there is none. */
  public Optional<String> of(int dpRank, RankRange ranks) {
    Optional<String> ofSingle = ranks.count() == 1 ? single : Optional.empty();
    return Optional.ofNullable(byRank.get(dpRank)).or(() -> ofSingle);
  }
}
