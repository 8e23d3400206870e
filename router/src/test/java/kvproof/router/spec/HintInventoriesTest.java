package kvproof.router.spec;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random inventories of one chain, block by block in any order, with removals in between; every
 * rank is a target, and what it must get is worked out by brute force from who holds what.
 */
class HintInventoriesTest {
  private static final int INVENTORIES = 1_500;
  private static final int LENGTH = 8;
  private static final int EXTERNAL = 101;

  private static final List<WorkerWithDpRank> RANKS =
      List.of(
          new WorkerWithDpRank(1, 0),
          new WorkerWithDpRank(1, 1),
          new WorkerWithDpRank(2, 0),
          new WorkerWithDpRank(3, 0),
          new WorkerWithDpRank(9, 0));

  private static final List<CacheOwner> CACHES =
      List.of(new CacheOwner("K1"), new CacheOwner("K2"));

  /** Who holds which positions, tier by tier, beside the router that was told the same. */
  private static final class World {
    private final ReferenceRouter router = new ReferenceRouter();
    private final SortedMap<Owner, SortedMap<StorageTier, SortedSet<Integer>>> held =
        new TreeMap<>();
    private final SortedMap<Owner, WorkerWithDpRank> attached = new TreeMap<>();

    World(long seed) {
      SeededRandom random = new SeededRandom(seed);
      attach(random);
      for (int step = random.between(4, 60); step > 0; step--) {
        change(random);
      }
    }

    private void attach(SeededRandom random) {
      ResidencySnapshot.Builder snapshot = ResidencySnapshot.builder();
      for (CacheOwner cache : CACHES) {
        Optional<WorkerWithDpRank> rank =
            random.chance(50)
                ? Optional.of(RANKS.get(random.below(RANKS.size())))
                : Optional.empty();
        rank.ifPresent(to -> attached.put(cache, to));
        snapshot.advertise(cache, new HintSource("tcp://" + cache + ":1", "decode", rank));
      }
      router.replace(snapshot.build());
    }

    /** A run that an owner got, or one block that it lost. */
    private void change(SeededRandom random) {
      int number = random.below(RANKS.size() + CACHES.size());
      boolean isRank = number < RANKS.size();
      Owner owner = isRank ? RANKS.get(number) : CACHES.get(number - RANKS.size());
      StorageTier tier = isRank && random.chance(50) ? DEVICE : HOST_PINNED;
      int first = random.below(LENGTH);
      if (random.chance(25)) {
        remove(owner, tier, first);
      } else {
        int last = random.between(first, Math.min(LENGTH - 1, first + 4));
        for (int position = last; position >= first; position--) {
          store(owner, tier, position); // child before parent
        }
      }
    }

    private SortedSet<Integer> positions(Owner owner, StorageTier tier) {
      return held.computeIfAbsent(owner, _ -> new TreeMap<>())
          .computeIfAbsent(tier, _ -> new TreeSet<>());
    }

    private void store(Owner owner, StorageTier tier, int position) {
      positions(owner, tier).add(position);
      router.apply(
          new Stored(
              owner,
              tier,
              position == 0 ? OptionalLong.empty() : OptionalLong.of(EXTERNAL + position - 1L),
              BlockHashes.of(position),
              BlockHashes.of(EXTERNAL + position)));
    }

    private void remove(Owner owner, StorageTier tier, int position) {
      positions(owner, tier).remove(position);
      router.apply(new Removed(owner, tier, BlockHashes.of(EXTERNAL + position)));
    }

    /** Where the run on this tier ends that begins at {@code start}. */
    private int end(Owner owner, StorageTier tier, int start) {
      int end = start;
      while (positions(owner, tier).contains(end)) {
        end++;
      }
      return end;
    }

    /** Device blocks, then host blocks that continue them. */
    private int frontier(Owner owner) {
      return end(owner, HOST_PINNED, end(owner, DEVICE, 0));
    }

    /** By source and end; the frontier without one. */
    String expected(WorkerWithDpRank target) {
      int frontier = frontier(target);
      int best = frontier;
      String chosen = "none";
      for (Owner source : held.keySet()) { // in source order, so that the first wins a tie
        boolean isSelf = source.equals(target) || target.equals(attached.get(source));
        int end =
            frontier == 0
                ? frontier(source)
                : Math.max(frontier(source), end(source, HOST_PINNED, frontier));
        if (!isSelf && end > best) {
          best = end;
          chosen = source.toString();
        }
      }
      return chosen + " " + best;
    }
  }

  private static Answer answer(ReferenceRouter router) {
    BlockHashes prompt = BlockHashes.of(LongStream.range(0, LENGTH).toArray());
    return router.answer(new Request("q", prompt, RANKS));
  }

  private static String actual(SourceChoice choice) {
    return choice.source().map(Owner::toString).orElse("none") + " " + choice.end();
  }

  @Test
  @Tag("E29")
  @Tag("FS-39")
  void everyTargetGetsTheSourceThatReachesFurthest() {
    int continuations = 0;
    for (long seed = 0; seed < INVENTORIES; seed++) {
      World world = new World(seed);
      Answer answer = answer(world.router);
      for (WorkerWithDpRank target : RANKS) {
        SourceChoice choice = answer.choices().get(target);
        assertThat(actual(choice))
            .as("seed %s, target %s, %s", seed, target, world.held)
            .isEqualTo(world.expected(target));
        continuations +=
            choice.source().filter(it -> world.frontier(it) < choice.end()).isPresent() ? 1 : 0;
      }
    }
    assertThat(continuations).isGreaterThan(INVENTORIES / 2);
  }

  @Test
  @Tag("E30")
  void routerRebuiltFromADumpGivesTheSameHints() {
    int detached = 0;
    for (long seed = 0; seed < INVENTORIES; seed++) {
      World world = new World(seed);
      ReferenceRouter rebuilt = new ReferenceRouter();
      List<Stored> events = new ArrayList<>(world.router.dumpEvents());
      events.forEach(rebuilt::apply);
      ResidencySnapshot.Builder snapshot = ResidencySnapshot.builder();
      CACHES.forEach(
          cache ->
              snapshot.advertise(
                  cache,
                  new HintSource(
                      "tcp://" + cache + ":1",
                      "decode",
                      Optional.ofNullable(world.attached.get(cache)))));
      rebuilt.replace(snapshot.build());

      assertThat(answer(rebuilt).choices())
          .as("seed %s", seed)
          .isEqualTo(answer(world.router).choices());
      detached +=
          rebuilt.heldBlocks().equals(world.router.heldBlocks()) && hasDetached(world) ? 1 : 0;
    }
    assertThat(detached).isGreaterThan(INVENTORIES / 2);
  }

  private static boolean hasDetached(World world) {
    return world.held.keySet().stream()
        .anyMatch(
            owner ->
                world.positions(owner, HOST_PINNED).stream()
                    .anyMatch(it -> it > world.frontier(owner)));
  }
}
