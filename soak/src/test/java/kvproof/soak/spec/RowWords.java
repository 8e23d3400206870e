package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** The words of one clause, read from left to right; whatever stands in brackets is one word. */
final class RowWords {
  private static final Pattern WORD = Pattern.compile("\\[[^\\])]*[\\])]|[^\\s,]+");
  private static final Pattern RANK = Pattern.compile("w(\\d+)(?:\\.(\\d+))?");
  private static final Pattern TIER = Pattern.compile("device|host|disk|external");
  private static final Pattern INTERVAL = Pattern.compile("\\[(\\d+),(\\d+)\\)");
  private static final Pattern BLOCKS = Pattern.compile("(\\d+)(?:-(\\d+))?(?::(\\d+))?");

  /**
   * The blocks of a chain that is not spelled out: local hash n goes with external hash 100 + n.
   */
  static final long EXTERNAL_OFFSET = 100;

  /** A run of blocks: local and external hashes count up together. */
  record Blocks(long firstLocal, long firstExternal, int size) {
    LongStream locals() {
      return LongStream.range(firstLocal, firstLocal + size);
    }

    LongStream externals() {
      return LongStream.range(firstExternal, firstExternal + size);
    }
  }

  private final List<String> words = new ArrayList<>();
  private final HashSpelling spelling;
  private int position;

  RowWords(String clause, HashSpelling spelling) {
    Matcher matcher = WORD.matcher(clause);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    this.spelling = spelling;
  }

  boolean hasNext() {
    return position < words.size();
  }

  String next() {
    if (!hasNext()) {
      throw new IllegalArgumentException("a word is missing at the end");
    }
    return words.get(position++);
  }

  /** The next word without taking it; empty at the end. */
  String peek() {
    return hasNext() ? words.get(position) : "";
  }

  RowWords skip() {
    next();
    return this;
  }

  /** Takes the word if it is the next one. */
  boolean accept(String word) {
    boolean found = peek().equals(word);
    if (found) {
      position++;
    }
    return found;
  }

  void expect(String word) {
    if (!accept(word)) {
      throw new IllegalArgumentException("expected '" + word + "' but found '" + peek() + "'");
    }
  }

  int number() {
    return Integer.parseInt(next());
  }

  boolean isRankNext() {
    return RANK.matcher(peek()).matches();
  }

  /** {@code w7} is rank 0 of worker 7, {@code w7.1} its rank 1; any other word a cache owner. */
  Owner owner() {
    String word = next();
    Matcher rank = RANK.matcher(word);
    if (!rank.matches()) {
      return new CacheOwner(word);
    }
    return new WorkerWithDpRank(
        Long.parseUnsignedLong(rank.group(1)),
        rank.group(2) == null ? 0 : Integer.parseUnsignedInt(rank.group(2)));
  }

  WorkerWithDpRank rank() {
    Owner owner = owner();
    if (owner instanceof WorkerWithDpRank rank) {
      return rank;
    }
    throw new IllegalArgumentException("not a rank: " + owner);
  }

  CacheOwner cacheOwner() {
    Owner owner = owner();
    if (owner instanceof CacheOwner cacheOwner) {
      return cacheOwner;
    }
    throw new IllegalArgumentException("not a cache owner: " + owner);
  }

  StorageTier tier() {
    String word = next();
    return StorageTier.ofWireName(word.equals("host") ? "host_pinned" : word);
  }

  /** The tier if one is named here, else the device. */
  StorageTier tierOrDevice() {
    return TIER.matcher(peek()).matches() ? tier() : StorageTier.DEVICE;
  }

  BlockInterval interval() {
    String word = next();
    Matcher interval = INTERVAL.matcher(word);
    if (!interval.matches()) {
      throw new IllegalArgumentException("not an interval: '" + word + "'");
    }
    return new BlockInterval(
        Integer.parseInt(interval.group(1)), Integer.parseInt(interval.group(2)));
  }

  /** One value for each owner up to the end, as in {@code w1 4, w2 2}; {@code -} for none. */
  <V> SortedMap<Owner, V> values(Function<RowWords, V> value) {
    SortedMap<Owner, V> values = new TreeMap<>();
    if (!accept("-")) {
      while (hasNext()) {
        values.put(owner(), value.apply(this));
      }
    }
    return values;
  }

  /**
   * {@code [1:101 2:102]}, {@code [1-4]} for 1:101 to 4:104, {@code [1-4:201]} for 1:201 to 4:204.
   */
  List<Blocks> bracketedBlocks() {
    return inBrackets(next()).stream().map(RowWords::blocks).toList();
  }

  /** Numbers and ranges of numbers up to the end, as external hashes; {@code -} for none. */
  BlockHashes externalsToEnd() {
    return hashes(toEnd(), spelling::external);
  }

  BlockHashes bracketedExternals() {
    return hashes(inBrackets(next()), spelling::external);
  }

  BlockHashes localsToEnd() {
    return hashes(toEnd(), spelling::local);
  }

  long external() {
    return spelling.external(Long.parseLong(next()));
  }

  List<String> toEnd() {
    List<String> rest = List.copyOf(words.subList(position, words.size()));
    position = words.size();
    return rest.equals(List.of("-")) ? List.of() : rest;
  }

  /** The stripped pieces of a text; none of an empty one. */
  static List<String> split(String text, String separator) {
    return Pattern.compile(separator)
        .splitAsStream(text)
        .map(String::strip)
        .filter(piece -> !piece.isEmpty())
        .toList();
  }

  static Blocks blocks(String word) {
    Matcher range = BLOCKS.matcher(word);
    if (!range.matches()) {
      throw new IllegalArgumentException("not a block or a range of blocks: '" + word + "'");
    }
    long first = Long.parseLong(range.group(1));
    long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
    long external =
        range.group(3) == null ? first + EXTERNAL_OFFSET : Long.parseLong(range.group(3));
    return new Blocks(first, external, Math.toIntExact(last - first + 1));
  }

  private static List<String> inBrackets(String word) {
    if (!word.startsWith("[") || !word.endsWith("]")) {
      throw new IllegalArgumentException("expected a list in brackets but found '" + word + "'");
    }
    String list = word.substring(1, word.length() - 1).strip();
    return split(list, "\\s+");
  }

  private static BlockHashes hashes(List<String> ranges, LongUnaryOperator spelling) {
    return BlockHashes.of(
        ranges.stream()
            .map(RowWords::blocks)
            .flatMapToLong(Blocks::locals)
            .map(spelling)
            .toArray());
  }
}
