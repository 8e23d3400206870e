package kvproof.soak.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;

/**
 * A simulated engine on its way through everything that adds, moves or frees blocks; after each
 * operation its events must make up what it holds, on every tier.
 *
 * <p>The events are added up here by themselves, in plain sets. A removal of what is not held
 * counts as a difference too.
 */
public final class EngineLife {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(3, 0);
  private static final List<StorageTier> TIERS =
      List.of(StorageTier.DEVICE, StorageTier.HOST_PINNED, StorageTier.DISK);
  private static final int SESSIONS = 3;

  /**
   * What can happen to the blocks of an engine. Eviction and demotion come with the first three.
   */
  public enum Operation {
    /** A prompt is computed, or continues at a place inside of a run that was stored as one. */
    SERVE,
    /** Blocks arrive from another worker. */
    RECEIVE,
    LOAD_BACK,
    PREEMPT,
    CLOSE_SESSION,
    RESET
  }

  private final SeededRandom random;
  private final List<KvCacheEvent> events = new ArrayList<>();
  private final SimulatedEngine engine;
  private final EngineSessions sessions;
  private final Map<StorageTier, Set<Long>> told = new EnumMap<>(StorageTier.class);
  private final Set<Operation> effective = EnumSet.noneOf(Operation.class);
  private final Set<StorageTier> left = EnumSet.noneOf(StorageTier.class);
  private final List<String> differences = new ArrayList<>();

  private EngineLife(SeededRandom random) {
    this.random = random;
    this.engine =
        new SimulatedEngine(
            RANK, 2 + random.below(10), 1 + random.below(8), 1 + random.below(8), events::add);
    this.sessions = new EngineSessions(engine);
    TIERS.forEach(tier -> told.put(tier, new TreeSet<>()));
  }

  /**
   * What was seen.
   *
   * @param effective operations that changed something
   * @param left tiers that blocks came to and left again
   * @param differences operations after which events and engine differ, in words
   * @param events all of them, in order
   */
  public record Seen(
      Set<Operation> effective,
      Set<StorageTier> left,
      List<String> differences,
      List<KvCacheEvent> events) {
    public Seen {
      effective = Set.copyOf(effective);
      left = Set.copyOf(left);
      differences = List.copyOf(differences);
      events = List.copyOf(events);
    }
  }

  /** The life of that seed, so many operations long; the same every time. */
  public static Seen run(long seed, int operations) {
    EngineLife life = new EngineLife(new SeededRandom(seed));
    for (int number = 1; number <= operations; number++) {
      life.step(number);
    }
    return new Seen(life.effective, life.left, life.differences, life.events);
  }

  private void step(int number) {
    int before = events.size();
    Operation operation = operate();
    for (KvCacheEvent event : events.subList(before, events.size())) {
      effective.add(operation);
      add(event, number + " " + operation);
    }
    for (StorageTier tier : TIERS) {
      Set<Long> held = held(tier);
      if (!held.equals(told(tier))) {
        differences.add(
            "%d %s: %s holds %d blocks, its events say %d"
                .formatted(number, operation, tier.wireName(), held.size(), told(tier).size()));
      }
    }
  }

  private Operation operate() {
    long[] prompt = prompt();
    String session = "s" + random.below(SESSIONS);
    int kind = random.below(100);
    if (kind < 50) {
      sessions.serve(session, prompt);
      return Operation.SERVE;
    } else if (kind < 62) {
      int start = random.below(prompt.length);
      engine.receive(prompt, start, start + 1 + random.below(prompt.length - start));
      return Operation.RECEIVE;
    } else if (kind < 75) {
      engine.loadBack(prompt);
      return Operation.LOAD_BACK;
    } else if (kind < 87) {
      engine.preempt(prompt, random.below(prompt.length));
      return Operation.PREEMPT;
    } else if (kind < 97) {
      sessions.close(session);
      return Operation.CLOSE_SESSION;
    }
    engine.reset();
    sessions.forget();
    return Operation.RESET;
  }

  /** A tree of prompts: the id of a block stands for the digits before it. */
  private long[] prompt() {
    long[] ids = new long[1 + random.below(8)];
    long id = 0;
    for (int i = 0; i < ids.length; i++) {
      id = 3 * id + 1 + random.below(2);
      ids[i] = id;
    }
    return ids;
  }

  private void add(KvCacheEvent event, String when) {
    switch (event) {
      case Stored(_, var tier, _, _, var hashes) -> hashes.stream().forEach(told(tier)::add);
      case Removed(_, var tier, var hashes) -> {
        left.add(tier);
        hashes.stream()
            .filter(hash -> !told(tier).remove(hash))
            .forEach(
                hash -> differences.add(when + ": removed, and not held, from " + tier.wireName()));
      }
      case Cleared _ -> told.values().forEach(Set::clear);
      case RankRemoved _, WorkerRemoved _ -> throw new AssertionError("no engine says " + event);
    }
  }

  private Set<Long> told(StorageTier tier) {
    return told.getOrDefault(tier, Set.of());
  }

  private Set<Long> held(StorageTier tier) {
    LruTier blocks =
        switch (tier) {
          case DEVICE -> engine.device();
          case HOST_PINNED -> engine.host();
          case DISK -> engine.disk();
          case EXTERNAL -> throw new IllegalArgumentException("an engine has no " + tier);
        };
    Set<Long> hashes = new TreeSet<>();
    blocks.ids().forEach(id -> hashes.add(TraceHashes.external(id)));
    return hashes;
  }
}
