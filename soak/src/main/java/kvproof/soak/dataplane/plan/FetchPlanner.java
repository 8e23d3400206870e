package kvproof.soak.dataplane.plan;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;

/**
 * Draws the cases of a run, each from its own seed: what the suffix fetches are like, which other
 * scenarios follow them, and one case for each fault.
 *
 * <p>The hinted source is the only one that holds anything behind the target's prefix, so that what
 * changes in between concerns the one that is asked.
 */
public final class FetchPlanner {
  /** From 4 KiB to 16 MiB, so mixed that any few cases in a row are of different sizes. */
  private static final int[] BLOCK_BYTES = {
    4 << 10, 256 << 10, 16 << 10, 4 << 20, 64 << 10, 1 << 20, 16 << 20
  };

  private static final List<List<String>> LAYOUTS =
      List.of(List.of(""), List.of("k", "v"), List.of("kv:k", "kv:v", "scales"));

  private static final List<Scenario> FURTHER =
      List.of(
          Scenario.WRONG_SOURCE,
          Scenario.OTHER_INCARNATION,
          Scenario.FOREIGN_BYTES,
          Scenario.STALE_PREFIX,
          Scenario.EVICTED,
          Scenario.SOURCE_EMPTY,
          Scenario.NOTHING_NEEDED,
          Scenario.STALE_PREFIX,
          Scenario.EVICTED);

  /** No prompt of a case is larger, unless it has the fewest blocks that a case can do with. */
  private static final int MOST_PROMPT_BYTES = 48 << 20;

  private static final int MOST_BLOCKS = 48;

  /** A prefix, a device block, and a host block behind it at the source, and one to lose. */
  private static final int FEWEST_BLOCKS = 4;

  private static final int FAULT_BLOCK_BYTES = 64 << 10;
  private static final int FAULT_BLOCKS = 8;

  private final FetchOptions options;

  public FetchPlanner(FetchOptions options) {
    this.options = options;
  }

  /** All cases of the run, or the one that is asked for. */
  public List<FetchPlan> plans() {
    List<FetchPlan> plans = new ArrayList<>();
    for (int i = 0; i < options.cases(); i++) {
      plans.add(plan(plans.size(), Scenario.SUFFIX, Optional.empty()));
    }
    for (Scenario scenario : FURTHER) {
      plans.add(plan(plans.size(), scenario, faultOf(scenario)));
    }
    for (FetchFault fault : options.faults()) {
      plans.add(plan(plans.size(), Scenario.FAULT, Optional.of(fault)));
    }
    OptionalInt only = options.only();
    if (only.isPresent() && only.getAsInt() > plans.size()) {
      throw new IllegalArgumentException(
          "no case " + only.getAsInt() + ": the run has " + plans.size());
    }
    return only.isPresent() ? List.of(plans.get(only.getAsInt() - 1)) : plans;
  }

  private static Optional<FetchFault> faultOf(Scenario scenario) {
    return switch (scenario) {
      case OTHER_INCARNATION ->
          Optional.of(new FetchFault(Kind.SOURCE_RESTARTED, FetchPhase.HINTED));
      case FOREIGN_BYTES -> Optional.of(new FetchFault(Kind.FOREIGN_BYTES, FetchPhase.HINTED));
      default -> Optional.empty();
    };
  }

  private FetchPlan plan(int index, Scenario scenario, Optional<FetchFault> fault) {
    long seed = SeededRandom.mix(options.seed(), index);
    return new Draft(index, seed, scenario, fault).plan();
  }

  /** One case while it is drawn. */
  private final class Draft {
    private final int index;
    private final long seed;
    private final Scenario scenario;
    private final Optional<FetchFault> fault;
    private final SeededRandom random;
    private final WorkerWithDpRank target;
    private final List<WorkerWithDpRank> sources;
    private final WorkerWithDpRank source;
    private final BlockLayout layout;
    private final BlockHashes local;
    private final BlockHashes external;

    /** The target's prefix, the source's device blocks, and where its host blocks end. */
    private final int prefix;

    private final int deviceEnd;
    private final int end;
    private final List<KvCacheEvent> history = new ArrayList<>();

    Draft(int index, long seed, Scenario scenario, Optional<FetchFault> fault) {
      this.index = index;
      this.seed = seed;
      this.scenario = scenario;
      this.fault = fault;
      this.random = new SeededRandom(seed);
      this.target = rank(1 + index % options.targets());
      this.sources = ranksFrom(options.targets() + 1, options.sources());
      this.source = random.pick(sources);
      this.layout = layout();
      int blocks = blocks();
      this.local = hashes(blocks, random.fork("local"));
      this.external = hashes(blocks, random.fork("external"));
      boolean isTiered = scenario == Scenario.FAULT;
      boolean needsPrefix = scenario == Scenario.STALE_PREFIX;
      int behind = isTiered ? 3 : scenario == Scenario.EVICTED ? 2 : 1;
      this.prefix = random.between(isTiered || needsPrefix ? 1 : 0, blocks - behind);
      this.deviceEnd =
          isTiered ? random.between(prefix + 1, blocks - 2) : random.between(0, blocks);
      this.end =
          isTiered
              ? random.between(deviceEnd + 1, blocks)
              : random.between(Math.min(blocks, Math.max(prefix + behind, deviceEnd + 1)), blocks);
    }

    FetchPlan plan() {
      drawTarget();
      drawSource();
      drawBystanders();
      List<KvCacheEvent> meanwhile = meanwhile();
      return new FetchPlan(
          index + 1,
          seed,
          scenario,
          fault,
          layout,
          local,
          external,
          target,
          sources,
          history,
          meanwhile,
          scenario == Scenario.WRONG_SOURCE ? Optional.of(wrongSource()) : Optional.empty());
    }

    private BlockLayout layout() {
      int drawn =
          scenario == Scenario.FAULT ? FAULT_BLOCK_BYTES : BLOCK_BYTES[index % BLOCK_BYTES.length];
      int bytes = options.blockBytes().orElse(drawn);
      List<String> labels =
          options.layout().isEmpty() ? LAYOUTS.get(index % LAYOUTS.size()) : options.layout();
      return EvenParts.of(bytes, labels);
    }

    private int blocks() {
      int most = Math.clamp(MOST_PROMPT_BYTES / layout.blockBytes(), FEWEST_BLOCKS, MOST_BLOCKS);
      int drawn =
          scenario == Scenario.FAULT
              ? random.between(Math.min(FEWEST_BLOCKS + 2, most), Math.min(FAULT_BLOCKS, most))
              : random.between(FEWEST_BLOCKS, most);
      return options.blocks().orElse(drawn);
    }

    private void drawTarget() {
      int onDevice = random.between(0, prefix);
      store(history, target, DEVICE, 0, onDevice);
      store(history, target, HOST_PINNED, onDevice, prefix);
    }

    /**
     * From the root, or a continuation on the host that begins within the target's prefix; right at
     * its end if the prefix is to be lost, so that the source has nothing of it.
     */
    private void drawSource() {
      boolean isStale = scenario == Scenario.STALE_PREFIX;
      boolean isContinuation = isStale || (scenario != Scenario.FAULT && random.chance(40));
      if (isContinuation) {
        store(history, source, HOST_PINNED, 0, end);
        remove(history, source, HOST_PINNED, 0, isStale ? prefix : random.between(0, prefix));
      } else {
        store(history, source, DEVICE, 0, deviceEnd);
        store(history, source, HOST_PINNED, deviceEnd, end);
      }
    }

    /** They hold less than the target does, so that no hint names them. */
    private void drawBystanders() {
      for (WorkerWithDpRank other : sources) {
        if (!other.equals(source)) {
          store(history, other, HOST_PINNED, 0, random.between(0, prefix));
        }
      }
    }

    private List<KvCacheEvent> meanwhile() {
      List<KvCacheEvent> events = new ArrayList<>();
      switch (scenario) {
        case STALE_PREFIX -> lose(events, target, random.between(0, prefix - 1), prefix);
        case EVICTED -> {
          int from = random.between(prefix, end - 1);
          int to = random.between(from + 1, end);
          boolean isAll = from == prefix && to == end;
          lose(events, source, from, isAll ? end - 1 : to);
        }
        case SOURCE_EMPTY -> lose(events, source, 0, end);
        case NOTHING_NEEDED -> store(events, target, DEVICE, prefix, end);
        case SUFFIX, WRONG_SOURCE, OTHER_INCARNATION, FOREIGN_BYTES, FAULT -> {}
      }
      return events;
    }

    private WorkerWithDpRank wrongSource() {
      return sources.stream().filter(rank -> !rank.equals(source)).findFirst().orElse(source);
    }

    private void lose(List<KvCacheEvent> events, WorkerWithDpRank rank, int start, int stop) {
      remove(events, rank, DEVICE, start, stop);
      remove(events, rank, HOST_PINNED, start, stop);
    }

    private void store(
        List<KvCacheEvent> events, WorkerWithDpRank rank, StorageTier tier, int start, int stop) {
      if (start < stop) {
        OptionalLong parent =
            start == 0 ? OptionalLong.empty() : OptionalLong.of(external.at(start - 1));
        events.add(
            new Stored(rank, tier, parent, local.slice(start, stop), external.slice(start, stop)));
      }
    }

    private void remove(
        List<KvCacheEvent> events, WorkerWithDpRank rank, StorageTier tier, int start, int stop) {
      if (start < stop) {
        events.add(new Removed(rank, tier, external.slice(start, stop)));
      }
    }
  }

  private static BlockHashes hashes(int count, SeededRandom random) {
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = random.nextLong();
    }
    return BlockHashes.of(hashes);
  }

  private static WorkerWithDpRank rank(int number) {
    return new WorkerWithDpRank(number, 0);
  }

  private static List<WorkerWithDpRank> ranksFrom(int first, int count) {
    List<WorkerWithDpRank> ranks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranks.add(rank(first + i));
    }
    return ranks;
  }
}
