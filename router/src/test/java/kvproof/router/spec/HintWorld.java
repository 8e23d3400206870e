package kvproof.router.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/**
 * A router and what its rows say.
 *
 * <p>Block n of the prompt, from 1, has local hash n and external hash 100 + n. {@code w7} is rank
 * 7/0, {@code w7.1} rank 7/1; any other name is a cache owner.
 */
final class HintWorld {
  private static final Pattern RANK = Pattern.compile("w(\\d+)(?:\\.(\\d+))?");
  private static final Pattern RUN = Pattern.compile("(\\S+) (\\w+) (\\d+)(?:-(\\d+))?");
  private static final int EXTERNAL = 100;
  private static final int LENGTH = 20;

  private final ReferenceRouter router = new ReferenceRouter();
  private int length = LENGTH;

  /** Runs such as {@code w1 device 1-10}. */
  static HintWorld of(String... runs) {
    return new HintWorld().store(runs);
  }

  private record Run(Owner owner, StorageTier tier, int first, int last) {
    static Run of(String text) {
      Matcher run = RUN.matcher(text);
      if (!run.matches()) {
        throw new IllegalArgumentException("no run: " + text);
      }
      int first = Integer.parseInt(run.group(3));
      int last = run.group(4) == null ? first : Integer.parseInt(run.group(4));
      return new Run(HintWorld.owner(run.group(1)), tier(run.group(2)), first, last);
    }

    private static StorageTier tier(String word) {
      return switch (word) {
        case "device" -> StorageTier.DEVICE;
        case "host" -> StorageTier.HOST_PINNED;
        case "disk" -> StorageTier.DISK;
        default -> StorageTier.EXTERNAL;
      };
    }

    BlockHashes externals() {
      return hashes(EXTERNAL + first, EXTERNAL + last);
    }
  }

  static Owner owner(String name) {
    Matcher rank = RANK.matcher(name);
    return rank.matches() ? rank(name) : new CacheOwner(name);
  }

  static WorkerWithDpRank rank(String name) {
    Matcher rank = RANK.matcher(name);
    if (!rank.matches()) {
      throw new IllegalArgumentException("no rank: " + name);
    }
    int dpRank = rank.group(2) == null ? 0 : Integer.parseInt(rank.group(2));
    return new WorkerWithDpRank(Long.parseLong(rank.group(1)), dpRank);
  }

  private static BlockHashes hashes(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(first, last).toArray());
  }

  ReferenceRouter router() {
    return router;
  }

  /** The prompt has this many blocks; 20 if nothing is said. */
  HintWorld prompt(int blocks) {
    length = blocks;
    return this;
  }

  HintWorld store(String... runs) {
    for (String text : runs) {
      Run run = Run.of(text);
      long parent = EXTERNAL + run.first() - 1;
      router.apply(
          new Stored(
              run.owner(),
              run.tier(),
              run.first() == 1 ? OptionalLong.empty() : OptionalLong.of(parent),
              hashes(run.first(), run.last()),
              run.externals()));
    }
    return this;
  }

  /** Blocks under hashes of their own, the first of them after {@code parent}. */
  HintWorld storeAs(
      String owner, StorageTier tier, OptionalLong parent, int first, long... externals) {
    router.apply(
        new Stored(
            owner(owner),
            tier,
            parent,
            hashes(first, first + externals.length - 1),
            BlockHashes.of(externals)));
    return this;
  }

  HintWorld remove(String... runs) {
    for (String text : runs) {
      Run run = Run.of(text);
      router.apply(new Removed(run.owner(), run.tier(), run.externals()));
    }
    return this;
  }

  HintWorld gap(String owner, boolean isGapped) {
    router.replace(new StreamState(owner(owner), isGapped));
    return this;
  }

  /** Cache owners such as {@code K attached=w2}. */
  HintWorld advertise(String... owners) {
    ResidencySnapshot.Builder snapshot = ResidencySnapshot.builder();
    for (String text : owners) {
      String[] words = text.split(" ");
      snapshot.advertise(
          new CacheOwner(words[0]),
          new HintSource(
              "tcp://" + words[0] + ":1",
              "decode",
              attribute(words, "attached").map(HintWorld::rank)));
    }
    router.replace(snapshot.build());
    return this;
  }

  /**
   * The worker list: ranks such as {@code w2 endpoint=- source=x island=rack/a/required}; ranks of
   * one worker take its type, mode and island from the first.
   */
  HintWorld workers(String... ranks) {
    SortedMap<Long, List<String[]>> byWorker = new TreeMap<>();
    for (String text : ranks) {
      String[] words = text.split(" ");
      byWorker.computeIfAbsent(rank(words[0]).workerId(), _ -> new ArrayList<>()).add(words);
    }
    router.replace(WorkerSnapshot.of(byWorker.values().stream().map(HintWorld::worker).toList()));
    return this;
  }

  private static WorkerRecord worker(List<String[]> ranks) {
    SortedSet<Integer> dpRanks = new TreeSet<>();
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    for (String[] words : ranks) {
      WorkerWithDpRank rank = rank(words[0]);
      dpRanks.add(rank.dpRank());
      attribute(words, "endpoint")
          .or(() -> Optional.of(WorkerSnapshot.defaultEndpoint(rank)))
          .filter(endpoint -> !endpoint.equals("-"))
          .ifPresent(endpoint -> endpoints.put(rank.dpRank(), endpoint));
    }
    String[] first = ranks.getFirst();
    return new WorkerRecord(
        rank(first[0]).workerId(),
        dpRanks,
        attribute(first, "type").orElse("decode"),
        endpoints,
        attribute(first, "source"),
        attribute(first, "island").map(HintWorld::island));
  }

  private static Island island(String text) {
    String[] parts = text.split("/");
    return new Island(parts[0], parts[1], Island.Enforcement.ofWireName(parts[2]));
  }

  private static Optional<String> attribute(String[] words, String name) {
    return Arrays.stream(words)
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst();
  }

  Answer answer(String... targets) {
    return router.answer(
        new Request(
            "sel-7", hashes(1, length), Arrays.stream(targets).map(HintWorld::rank).toList()));
  }

  /** Endpoint and hashes of the target's hint, such as {@code tcp://w2:9000 101-115}, or none. */
  String hint(String target) {
    return answer(target).choices().get(rank(target)).hint().map(HintWorld::text).orElse("none");
  }

  /** Source and hashes for each target, asked for together. */
  List<String> hints(String... targets) {
    Answer answer = answer(targets);
    return Arrays.stream(targets).map(target -> text(answer.choices().get(rank(target)))).toList();
  }

  private static String text(Answer.SourceChoice choice) {
    return choice.source().isEmpty()
        ? "none"
        : choice.source().get() + " " + hashes(choice.hint().orElseThrow());
  }

  private static String text(KvHint hint) {
    Fetch fetch = (Fetch) hint.actions().getFirst();
    return fetch.sourceControlEndpoint() + " " + hashes(hint);
  }

  /** A run of consecutive hashes as first and last, any other list in full. */
  private static String hashes(KvHint hint) {
    BlockHashes hashes = ((Fetch) hint.actions().getFirst()).blockHashes();
    long first = hashes.at(0);
    long last = hashes.at(hashes.size() - 1);
    boolean isRun =
        last - first == hashes.size() - 1 && hashes.equals(hashes((int) first, (int) last));
    return isRun ? first + "-" + last : hashes.toString();
  }
}
