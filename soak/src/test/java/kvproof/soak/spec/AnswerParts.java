package kvproof.soak.spec;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import kvproof.model.Answer;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** Parts of an answer in the form in which rows state them. */
final class AnswerParts {
  private AnswerParts() {}

  static SortedMap<Owner, Integer> device(Answer answer) {
    return values(answer.device(), (rank, match) -> match.blocks());
  }

  static SortedMap<Owner, String> last(Answer answer) {
    return values(answer.device(), (rank, match) -> HashText.print(match.lastExternalHash()));
  }

  static SortedMap<Owner, String> next(TierAnswer tier) {
    return values(tier.next(), (rank, position) -> position.toString());
  }

  static BlockHashes chain(Answer answer) {
    return answer.candidates().map(Answer.TransferCandidates::chain).orElse(BlockHashes.empty());
  }

  static SortedMap<Owner, Integer> prefixes(Answer answer) {
    return answer.candidates().map(Answer.TransferCandidates::owners).orElseGet(TreeMap::new);
  }

  static SortedMap<Owner, Integer> gained(Answer answer, StorageTier tier) {
    SortedMap<Owner, Integer> gained =
        tier == StorageTier.DEVICE
            ? device(answer)
            : answer.lower().containsKey(tier)
                ? values(answer.lower().get(tier).hits(), (rank, hits) -> hits)
                : new TreeMap<>();
    gained.values().removeIf(blocks -> blocks == 0);
    return gained;
  }

  /** A rank is on the chain exactly if its root prefix reaches up to its frontier. */
  static SortedSet<Integer> impliedFrontiers(Answer answer, int length) {
    SortedMap<Owner, Integer> frontiers = gained(answer, StorageTier.DEVICE);
    gained(answer, StorageTier.HOST_PINNED)
        .forEach((rank, hits) -> frontiers.merge(rank, hits, Integer::sum));
    SortedMap<Owner, Integer> prefixes = prefixes(answer);
    frontiers.entrySet().removeIf(rank -> !rank.getValue().equals(prefixes.get(rank.getKey())));
    frontiers.values().removeIf(frontier -> frontier == length);
    return new TreeSet<>(frontiers.values());
  }

  private static <K extends Owner, V, R> SortedMap<Owner, R> values(
      SortedMap<K, V> map, BiFunction<K, V, R> value) {
    SortedMap<Owner, R> values = new TreeMap<>();
    map.forEach((key, element) -> values.put(key, value.apply(key, element)));
    return values;
  }
}
