package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.spec.RowItem.Expectation;
import kvproof.soak.spec.RowItem.Seen;

/** The checks that look at the inventories and at what is counted beside them. */
final class StateChecks {
  private final HashSpelling spelling;

  StateChecks(HashSpelling spelling) {
    this.spelling = spelling;
  }

  /** Absent, with no word taken, if the word is none of these checks. */
  Optional<Expectation> read(String word, RowWords words) {
    return Optional.ofNullable(
        switch (word) {
          case "count" -> count(words);
          case "held" -> held(words);
          case "dump" -> dump(words);
          case "det" -> statistic(words, TierStatistics::detached);
          case "malformed" -> statistic(words, TierStatistics::malformed);
          case "duplicates" -> statistic(words, TierStatistics::duplicateStores);
          case "observed" -> observed(words);
          case "compared" -> compared(words);
          case "ineligible" -> ineligible(words);
          default -> null;
        });
  }

  private static Expectation count(RowWords words) {
    SortedMap<Owner, String> expected = words.values(RowWords::next);
    return new Expectation(
        expected,
        seen -> {
          SortedMap<Owner, String> actual = new TreeMap<>(expected);
          actual.replaceAll((owner, ignored) -> resident(seen, (WorkerWithDpRank) owner));
          return Optional.of(actual);
        });
  }

  private static String resident(Seen seen, WorkerWithDpRank rank) {
    OptionalLong blocks = seen.subject().router().residentBlocks(rank);
    return blocks.isPresent() ? Long.toString(blocks.getAsLong()) : "-";
  }

  private static Expectation held(RowWords words) {
    StorageTier tier = words.tier();
    return new Expectation(
        words.values(RowWords::number),
        seen -> {
          SortedMap<Owner, Integer> actual = new TreeMap<>();
          for (HeldBlock block : seen.subject().router().heldBlocks()) {
            if (block.tier() == tier) {
              actual.merge(block.owner(), 1, Integer::sum);
            }
          }
          return Optional.of(actual);
        });
  }

  private Expectation dump(RowWords words) {
    List<HeldBlock> expected = new ArrayList<>();
    if (!words.accept("-")) {
      do {
        words.expect("S");
        expected.addAll(blocks(RowSteps.stored(words, spelling)));
      } while (words.accept("+"));
    }
    expected.sort(HeldBlock.DUMP_ORDER);
    return new Expectation(expected, seen -> Optional.of(seen.subject().router().heldBlocks()));
  }

  private static List<HeldBlock> blocks(KvCacheEvent.Stored stored) {
    List<HeldBlock> blocks = new ArrayList<>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      long local = stored.localHashes().at(i);
      long external = stored.externalHashes().at(i);
      blocks.add(new HeldBlock(stored.tier(), stored.owner(), parent, local, external));
      parent = OptionalLong.of(external);
    }
    return blocks;
  }

  private static Expectation statistic(RowWords words, ToLongFunction<TierStatistics> counter) {
    StorageTier tier = words.tierOrDevice();
    return new Expectation(
        (long) words.number(), seen -> seen.subject().statistics(tier).map(counter::applyAsLong));
  }

  private Expectation observed(RowWords words) {
    TreeSet<String> expected = new TreeSet<>();
    for (String word : words.toEnd()) {
      long hash = spelling.external(Long.parseLong(word.substring(1)));
      expected.add(word.charAt(0) + HashText.print(hash));
    }
    return new Expectation(
        List.copyOf(expected),
        seen -> seen.subject().comingsAndGoings().map(seenHashes -> seenHashes));
  }

  private static Expectation compared(RowWords words) {
    words.expect("at");
    words.expect("most");
    long limit = words.number();
    return new Expectation(
        "at most " + limit,
        seen ->
            seen.subject()
                .positionsCompared()
                .map(compared -> compared <= limit ? "at most " + limit : compared));
  }

  private static Expectation ineligible(RowWords words) {
    String reason = words.next();
    return new Expectation(
        (long) words.number(), seen -> seen.subject().ineligible(reason).map(count -> count));
  }
}
