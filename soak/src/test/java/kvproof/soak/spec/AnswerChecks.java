package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.spec.RowItem.Expectation;

/** The checks that look at an answer. */
final class AnswerChecks {
  private final HashSpelling spelling;
  private final RowSnapshots snapshots;

  AnswerChecks(HashSpelling spelling, RowSnapshots snapshots) {
    this.spelling = spelling;
    this.snapshots = snapshots;
  }

  /** Absent, with no word taken, if the word is none of these checks. */
  Optional<Expectation> read(String word, RowWords words, Optional<Request> request) {
    return Optional.ofNullable(
        switch (word) {
          case "device" -> onAnswer(words.values(RowWords::number), AnswerParts::device);
          case "last" -> onAnswer(words.values(AnswerChecks::hash), AnswerParts::last);
          case "tiers" -> onAnswer(tiers(words), answer -> answer.lower().keySet());
          case "hits" -> onTier(words, RowWords::number, TierAnswer::hits);
          case "next" -> onTier(words, AnswerChecks::walkPosition, AnswerParts::next);
          case "gain" -> gain(words);
          case "chain" -> onAnswer(words.externalsToEnd(), AnswerParts::chain);
          case "prefixes" -> onAnswer(words.values(RowWords::number), AnswerParts::prefixes);
          case "F" -> frontiers(words);
          case "intervals" -> onAnswer(intervals(words), Answer::intervals);
          case "target" -> choice(words, request);
          default -> null;
        });
  }

  private static Expectation onAnswer(Object expected, Function<Answer, Object> actual) {
    return new Expectation(expected, seen -> Optional.of(actual.apply(seen.answer())));
  }

  private static <V> Expectation onTier(
      RowWords words, Function<RowWords, V> value, Function<TierAnswer, Object> actual) {
    StorageTier tier = words.tier();
    SortedMap<Owner, V> expected = words.values(value);
    return onAnswer(
        expected,
        answer ->
            Optional.ofNullable(answer.lower().get(tier)).map(actual).orElse("no answer: " + tier));
  }

  private static Expectation gain(RowWords words) {
    StorageTier tier = words.tier();
    return onAnswer(words.values(RowWords::number), answer -> AnswerParts.gained(answer, tier));
  }

  private static Expectation frontiers(RowWords words) {
    SortedSet<Integer> expected = new TreeSet<>();
    words.toEnd().forEach(word -> expected.add(Integer.valueOf(word)));
    return new Expectation(
        expected,
        seen -> {
          int length = seen.request().orElseThrow().localHashes().size();
          return Optional.of(AnswerParts.impliedFrontiers(seen.answer(), length));
        });
  }

  private Expectation choice(RowWords words, Optional<Request> request) {
    WorkerWithDpRank target = words.rank();
    words.expect("at");
    int frontier = words.number();
    SourceChoice expected =
        words.accept("none") ? SourceChoice.none(frontier) : chosen(frontier, words, request);
    return onAnswer(
        expected,
        answer -> Optional.<Object>ofNullable(answer.choices().get(target)).orElse("no choice"));
  }

  private SourceChoice chosen(int frontier, RowWords words, Optional<Request> request) {
    words.expect("from");
    Owner source = words.owner();
    words.expect("to");
    int end = words.number();
    String endpoint = words.accept("endpoint") ? words.next() : snapshots.endpoint(source);
    String hashes =
        words.accept("hint")
            ? String.join(" ", words.toEnd())
            : "101-" + (RowWords.EXTERNAL_OFFSET + end);
    BlockHashes chain = new RowWords(hashes, spelling).externalsToEnd();
    if (chain.size() != end) {
      throw new IllegalArgumentException(chain.size() + " hashes up to position " + end);
    }
    String id = request.map(Request::id).orElse("");
    return new SourceChoice(
        frontier, Optional.of(source), end, Optional.of(KvHint.fetch(id, chain, endpoint)));
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

  private static String hash(RowWords words) {
    return HashText.print(words.external());
  }

  private static String walkPosition(RowWords words) {
    int position = words.number();
    words.expect("after");
    OptionalLong hash =
        words.accept("root") ? OptionalLong.empty() : OptionalLong.of(words.external());
    return new Answer.WalkPosition(position, hash).toString();
  }
}
