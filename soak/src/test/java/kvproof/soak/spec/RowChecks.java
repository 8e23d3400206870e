package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.spec.RowItem.Check;
import kvproof.soak.spec.RowItem.Seen;

/**
 * Reads the checks of a row.
 *
 * <ul>
 *   <li>{@code device w1 4, w2 2}: all device overlaps. {@code last w1 104}: last matched hashes
 *   <li>{@code hits host w1 2, w2 0}, {@code next host w1 3 after 103, w2 0 after root}: all of a
 *       tier. {@code tiers host disk}: the tiers that are answered
 *   <li>{@code gain disk w1 2}: who gains blocks on a tier, device included; no zeros
 *   <li>{@code chain 101-104}, {@code prefixes w1 4, K1 2}: the candidates, {@code -} for none
 *   <li>{@code F 10 13}: frontiers of the partial ranks on the chain, as the answer implies them
 *   <li>{@code intervals w1 [0,10) w2 [10,15)}: the canonical list, in order
 *   <li>{@code target w1 at 10 from w2 to 15 hint 101-115 endpoint tcp://w2:9000}, {@code target w2
 *       at 3 none}; the hint is 101, 102, ... from the source's own endpoint if not given
 *   <li>{@code count w1 4, w2 -}: resident blocks of these ranks. {@code held host w1 3, K1 2}:
 *       number of held blocks on a tier, all owners
 *   <li>{@code dump S w1 p=- [1-2] + S w2 host p=102 [3]}: every held block, as stores
 *   <li>{@code det 1}, {@code malformed host 2}, {@code duplicates 0}: statistics of a tier
 * </ul>
 */
final class RowChecks {
  private final HashSpelling spelling;
  private final RowSnapshots snapshots;

  RowChecks(HashSpelling spelling, RowSnapshots snapshots) {
    this.spelling = spelling;
    this.snapshots = snapshots;
  }

  /** The rank if the clause is a {@code target}. */
  static Optional<WorkerWithDpRank> target(String clause) {
    RowWords words = new RowWords(clause, HashSpelling.PLAIN);
    return words.accept("target") ? Optional.of(words.rank()) : Optional.empty();
  }

  Check read(int line, String clause, Optional<Request> request) {
    RowWords words = new RowWords(clause, spelling);
    Check check = check(line, clause, words, request);
    if (words.hasNext()) {
      throw new IllegalArgumentException("not understood: '" + words.next() + "'");
    }
    return check;
  }

  private Check check(int line, String text, RowWords words, Optional<Request> request) {
    String word = words.next();
    return switch (word) {
      case "device" -> onAnswer(line, text, owners(words, RowWords::number), RowChecks::device);
      case "last" -> onAnswer(line, text, owners(words, this::hash), RowChecks::last);
      case "tiers" -> onAnswer(line, text, tiers(words), answer -> answer.lower().keySet());
      case "hits" -> onTier(line, text, words, RowWords::number, TierAnswer::hits);
      case "next" -> onTier(line, text, words, this::walkPosition, RowChecks::next);
      case "gain" -> gain(line, text, words);
      case "chain" -> onAnswer(line, text, words.externalsToEnd(), RowChecks::chain);
      case "prefixes" -> onAnswer(line, text, owners(words, RowWords::number), RowChecks::prefixes);
      case "F" -> frontiers(line, text, words);
      case "intervals" -> onAnswer(line, text, intervals(words), Answer::intervals);
      case "target" -> choice(line, text, words, request);
      case "count" -> count(line, text, words);
      case "held" -> held(line, text, words);
      case "dump" -> dump(line, text, words);
      case "det" -> statistic(line, text, words, TierStatistics::detached);
      case "malformed" -> statistic(line, text, words, TierStatistics::malformed);
      case "duplicates" -> statistic(line, text, words, TierStatistics::duplicateStores);
      default -> throw new IllegalArgumentException("unknown check '" + word + "'");
    };
  }

  private static Check onAnswer(
      int line, String text, Object expected, Function<Answer, Object> actual) {
    return new Check(line, text, expected, seen -> Optional.of(actual.apply(seen.answer())));
  }

  private static <V> Check onTier(
      int line,
      String text,
      RowWords words,
      Function<RowWords, V> value,
      Function<TierAnswer, Object> actual) {
    StorageTier tier = words.tier();
    SortedMap<Owner, V> expected = owners(words, value);
    return onAnswer(
        line,
        text,
        expected,
        answer ->
            Optional.ofNullable(answer.lower().get(tier))
                .map(actual)
                .orElse("no answer for " + tier));
  }

  private static Check gain(int line, String text, RowWords words) {
    StorageTier tier = words.tier();
    SortedMap<Owner, Integer> expected = owners(words, RowWords::number);
    return onAnswer(line, text, expected, answer -> gained(answer, tier));
  }

  private Check frontiers(int line, String text, RowWords words) {
    SortedSet<Integer> expected = new TreeSet<>();
    words.toEnd().forEach(word -> expected.add(Integer.valueOf(word)));
    return new Check(line, text, expected, seen -> Optional.of(impliedFrontiers(seen)));
  }

  private Check choice(int line, String text, RowWords words, Optional<Request> request) {
    WorkerWithDpRank target = words.rank();
    words.expect("at");
    int frontier = words.number();
    SourceChoice expected =
        words.accept("none") ? SourceChoice.none(frontier) : chosen(frontier, words, request);
    return onAnswer(
        line,
        text,
        expected,
        answer -> Optional.<Object>ofNullable(answer.choices().get(target)).orElse("no choice"));
  }

  private SourceChoice chosen(int frontier, RowWords words, Optional<Request> request) {
    words.expect("from");
    Owner source = words.owner();
    words.expect("to");
    int end = words.number();
    String endpoint = snapshots.endpoint(source);
    if (words.accept("endpoint")) {
      endpoint = words.next();
    }
    BlockHashes hashes =
        words.accept("hint")
            ? words.externalsToEnd()
            : new RowWords("101-" + (RowWords.EXTERNAL_OFFSET + end), spelling).externalsToEnd();
    if (hashes.size() != end) {
      throw new IllegalArgumentException(hashes.size() + " hashes up to position " + end);
    }
    String id = request.map(Request::id).orElse("");
    return new SourceChoice(
        frontier, Optional.of(source), end, Optional.of(KvHint.fetch(id, hashes, endpoint)));
  }

  private static Check count(int line, String text, RowWords words) {
    SortedMap<Owner, String> expected = owners(words, RowWords::next);
    return new Check(
        line,
        text,
        expected,
        seen -> {
          SortedMap<Owner, String> actual = new TreeMap<>(expected);
          actual.replaceAll((owner, ignored) -> resident(seen, (WorkerWithDpRank) owner));
          return Optional.of(actual);
        });
  }

  private static String resident(Seen seen, WorkerWithDpRank rank) {
    OptionalLong blocks = seen.router().residentBlocks(rank);
    return blocks.isPresent() ? Long.toString(blocks.getAsLong()) : "-";
  }

  private static Check held(int line, String text, RowWords words) {
    StorageTier tier = words.tier();
    SortedMap<Owner, Integer> expected = owners(words, RowWords::number);
    return new Check(
        line,
        text,
        expected,
        seen -> {
          SortedMap<Owner, Integer> actual = new TreeMap<>();
          for (HeldBlock block : seen.router().heldBlocks()) {
            if (block.tier() == tier) {
              actual.merge(block.owner(), 1, Integer::sum);
            }
          }
          return Optional.of(actual);
        });
  }

  private Check dump(int line, String text, RowWords words) {
    List<HeldBlock> expected = new ArrayList<>();
    if (!words.accept("-")) {
      do {
        words.expect("S");
        expected.addAll(blocks(RowSteps.stored(words, spelling)));
      } while (words.accept("+"));
    }
    expected.sort(HeldBlock.DUMP_ORDER);
    return new Check(
        line, text, expected, seen -> Optional.of(List.copyOf(seen.router().heldBlocks())));
  }

  private static List<HeldBlock> blocks(KvCacheEvent.Stored stored) {
    List<HeldBlock> blocks = new ArrayList<>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      long external = stored.externalHashes().at(i);
      blocks.add(
          new HeldBlock(
              stored.tier(), stored.owner(), parent, stored.localHashes().at(i), external));
      parent = OptionalLong.of(external);
    }
    return blocks;
  }

  private static Check statistic(
      int line, String text, RowWords words, ToLongFunction<TierStatistics> counter) {
    StorageTier tier = words.tierOrDevice();
    long expected = words.number();
    return new Check(
        line,
        text,
        expected,
        seen -> seen.statistics().apply(tier).map(counter::applyAsLong));
  }

  private static <V> SortedMap<Owner, V> owners(RowWords words, Function<RowWords, V> value) {
    SortedMap<Owner, V> values = new TreeMap<>();
    if (words.accept("-")) {
      return values;
    }
    while (words.hasNext()) {
      values.put(words.owner(), value.apply(words));
    }
    return values;
  }

  private static SortedSet<StorageTier> tiers(RowWords words) {
    SortedSet<StorageTier> tiers = new TreeSet<>();
    if (!words.accept("-")) {
      while (words.hasNext()) {
        tiers.add(words.tier());
      }
    }
    return tiers;
  }

  private static List<Answer.SourceInterval> intervals(RowWords words) {
    List<Answer.SourceInterval> intervals = new ArrayList<>();
    if (!words.accept("-")) {
      while (words.hasNext()) {
        intervals.add(new Answer.SourceInterval(words.owner(), words.interval()));
      }
    }
    return intervals;
  }

  private String hash(RowWords words) {
    return HashText.print(words.external());
  }

  private String walkPosition(RowWords words) {
    int position = words.number();
    words.expect("after");
    OptionalLong hash =
        words.accept("root") ? OptionalLong.empty() : OptionalLong.of(words.external());
    return new Answer.WalkPosition(position, hash).toString();
  }

  private static SortedMap<Owner, Integer> device(Answer answer) {
    return values(answer.device(), (rank, match) -> match.blocks());
  }

  private static SortedMap<Owner, String> last(Answer answer) {
    return values(
        answer.device(), (rank, match) -> HashText.print(match.lastExternalHash()));
  }

  private static SortedMap<Owner, String> next(TierAnswer tier) {
    return values(tier.next(), (rank, position) -> position.toString());
  }

  private static BlockHashes chain(Answer answer) {
    return answer.candidates().map(Answer.TransferCandidates::chain).orElse(BlockHashes.empty());
  }

  private static SortedMap<Owner, Integer> prefixes(Answer answer) {
    return answer
        .candidates()
        .map(Answer.TransferCandidates::owners)
        .orElseGet(TreeMap::new);
  }

  private static SortedMap<Owner, Integer> gained(Answer answer, StorageTier tier) {
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
  private static SortedSet<Integer> impliedFrontiers(Seen seen) {
    Answer answer = seen.answer();
    SortedMap<Owner, Integer> frontiers = gained(answer, StorageTier.DEVICE);
    gained(answer, StorageTier.HOST_PINNED)
        .forEach((rank, hits) -> frontiers.merge(rank, hits, Integer::sum));
    SortedMap<Owner, Integer> prefixes = prefixes(answer);
    int length = seen.request().orElseThrow().localHashes().size();
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
