package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HashText;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * One line of case text, read word by word as what must stand there.
 *
 * <p>Every reading method consumes what it returns and throws {@link CaseTextException} at the word
 * that is something else. A line without words stands for the end of the text.
 */
final class CaseTextLine {
  private static final String HASH = "a hash (decimal, or 16 hex digits)";
  private static final String RANK = "a rank (worker/rank, such as 7/0)";
  private static final String CACHE_OWNER = "a cache owner (no slash, no white space, not empty)";
  private static final String OWNER = "an owner (a rank such as 7/0, or a cache owner's name)";
  private static final String TIER = "a tier (device, host_pinned, disk, external)";

  private final int number;
  private final List<CaseTextWord> words;
  private final int endColumn;
  private int next;

  private CaseTextLine(int number, List<CaseTextWord> words, int endColumn) {
    this.number = number;
    this.words = words;
    this.endColumn = endColumn;
  }

  static CaseTextLine of(int number, String source) {
    List<CaseTextWord> words = CaseTextScanner.words(source, number);
    return new CaseTextLine(number, words, words.isEmpty() ? 1 : words.getLast().endColumn());
  }

  /** Behind the last line of a text. */
  static CaseTextLine endOfText(int number, int column) {
    return new CaseTextLine(number, List.of(), column);
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  boolean atEnd() {
    return next == words.size();
  }

  /** Consumes the keyword if it is next; anything else stays. */
  boolean takes(String keyword) {
    boolean isNext = !atEnd() && words.get(next).isKeyword(keyword);
    next += isNext ? 1 : 0;
    return isNext;
  }

  void expect(String keyword) {
    expect(keyword, "'" + keyword + "'");
  }

  void expect(String keyword, String description) {
    if (!takes(keyword)) {
      throw unexpected(description);
    }
  }

  /** Refuses what follows by naming the clauses that might have. */
  void expectEndAfter(String clauses) {
    if (!atEnd()) {
      throw unexpected("one of " + clauses + " in this order, or the end of the line");
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw unexpected("the end of the line");
    }
  }

  /** Any word, also an empty one in quotes. */
  String text(String expected) {
    return read(expected, Function.identity());
  }

  long hash() {
    return read(HASH, HashText::parse);
  }

  WorkerWithDpRank rank() {
    return read(RANK, WorkerWithDpRank::parse);
  }

  CacheOwner cacheOwner() {
    return read(CACHE_OWNER, CacheOwner::new);
  }

  /** No name of a cache owner has a slash. */
  Owner owner() {
    return read(
        OWNER, word -> word.contains("/") ? WorkerWithDpRank.parse(word) : new CacheOwner(word));
  }

  StorageTier tier() {
    return read(TIER, StorageTier::ofWireName);
  }

  long workerId() {
    return read("a worker id", Long::parseUnsignedLong);
  }

  int dpRank() {
    return read("a dp rank", Integer::parseUnsignedInt);
  }

  /** The hash of a parent, or the root. */
  OptionalLong parent() {
    return takes("root")
        ? OptionalLong.empty()
        : OptionalLong.of(read("root or a parent hash", HashText::parse));
  }

  /** Every block up to the end of the line. */
  CaseTextBlocks blocks() {
    return CaseTextBlocks.read(this);
  }

  long unsigned(String expected) {
    return read(expected, Long::parseUnsignedLong);
  }

  /** A number that is not negative. */
  int count(String expected) {
    return read(expected, word -> notNegative(Integer.parseInt(word), word));
  }

  long millis() {
    return read("a time in milliseconds", word -> notNegative(Long.parseLong(word), word));
  }

  private static <T extends Number> T notNegative(T number, String word) {
    if (number.longValue() < 0) {
      throw new IllegalArgumentException(word);
    }
    return number;
  }

  /** The value of the next word; each is written in lower case. */
  <E extends Enum<E>> E oneOf(String what, E[] values) {
    String names =
        Stream.of(values).map(CaseTextLine::word).collect(Collectors.joining(", ", " (", ")"));
    return read(
        what + names,
        text ->
            Stream.of(values)
                .filter(value -> word(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)));
  }

  /** How a value of an enum is written. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Every word up to the end of the line. */
  BlockHashes hashes() {
    List<Long> hashes = new ArrayList<>();
    while (!atEnd()) {
      hashes.add(hash());
    }
    return BlockHashes.of(hashes);
  }

  /** Hashes up to the first word that is none. */
  BlockHashes someHashes() {
    return BlockHashes.of(many(HashText::parse));
  }

  /** Worker ids up to the first word that is none. */
  SortedSet<Long> workerIds() {
    SortedSet<Long> workerIds = new TreeSet<>(Long::compareUnsigned);
    workerIds.addAll(many(Long::parseUnsignedLong));
    return workerIds;
  }

  /** Words up to the first one that {@code parse} refuses or that stands in quotes. */
  <T> List<T> many(Function<String, T> parse) {
    List<T> values = new ArrayList<>();
    while (!atEnd() && !words.get(next).quoted()) {
      try {
        values.add(parse.apply(words.get(next).text()));
        next++;
      } catch (IllegalArgumentException somethingElse) {
        break;
      }
    }
    return values;
  }

  long whole(String expected) {
    return read(expected, Long::parseLong);
  }

  /** Also an infinite one; never NaN. */
  double decimal(String expected) {
    return read(expected, CaseTextLine::number);
  }

  private static double number(String text) {
    double number = Double.parseDouble(text);
    if (Double.isNaN(number)) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }

  /** In nanoseconds. */
  long duration(String expected) {
    return read(expected, CaseTextDuration::parse);
  }

  /** A value of what was read; what it refuses itself is said at the beginning of the line. */
  <T> T made(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException refused) {
      throw error(words.getFirst().column(), CaseTextWord.plain("" + refused.getMessage()));
    }
  }

  /** One word; what {@code parse} refuses is not what was expected. */
  <T> T read(String expected, Function<String, T> parse) {
    if (atEnd()) {
      throw unexpected(expected);
    }
    try {
      T value = parse.apply(words.get(next).text());
      next++;
      return value;
    } catch (IllegalArgumentException refused) {
      throw unexpected(expected);
    }
  }

  /** The next word, or the end, stands where something else must. */
  CaseTextException unexpected(String expected) {
    if (atEnd()) {
      String end = isEmpty() ? "text" : "line";
      return error(endColumn, "expected " + expected + ", but the " + end + " ends");
    }
    CaseTextWord word = words.get(next);
    return error(word.column(), "expected " + expected + ", not " + word);
  }

  /** Refuses the word read last, which reads well, but must not stand here. */
  void refuseIf(boolean isWrong, String why) {
    if (isWrong) {
      throw refused(why);
    }
  }

  /** The word read last, then {@code why}, make a sentence. */
  CaseTextException refused(String why) {
    CaseTextWord word = words.get(next - 1);
    return error(word.column(), word + " " + why);
  }

  private CaseTextException error(int column, String problem) {
    return new CaseTextException(number, column, problem);
  }
}
