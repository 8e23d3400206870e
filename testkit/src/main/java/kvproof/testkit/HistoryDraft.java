package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * A history in the making: what was said so far and what everybody holds by it.
 *
 * <p>Takes an event only if the profile allows what is irregular about it at this moment.
 */
final class HistoryDraft {
  private static final long FIRST_FRESH_HASH = 700;

  private final Profile profile;
  private final Population population;
  private final PromptFamilies families;
  private final HistoryJudge judge = new HistoryJudge();
  private final List<CaseStep> steps = new ArrayList<>();
  private final List<Run> lost = new ArrayList<>();
  private int freshHashes;

  HistoryDraft(Profile profile, Population population, PromptFamilies families) {
    this.profile = profile;
    this.population = population;
    this.families = families;
  }

  Profile profile() {
    return profile;
  }

  Population population() {
    return population;
  }

  PromptFamilies families() {
    return families;
  }

  List<CaseStep> steps() {
    return List.copyOf(steps);
  }

  int length() {
    return steps.size();
  }

  /** Adds the event and says so, or leaves it out. */
  boolean offer(KvCacheEvent event) {
    if (!profile.allowsAll(judge.judge(event))) {
      return false;
    }
    judge.take(event);
    steps.add(event);
    return true;
  }

  void add(ResidencySnapshot snapshot) {
    steps.add(snapshot);
  }

  void add(WorkerSnapshot snapshot) {
    steps.add(snapshot);
  }

  void add(StreamState state) {
    steps.add(state);
  }

  void add(SchedulingStep step) {
    steps.add(step);
  }

  /** Removes positions {@code [from, to)} of a run and remembers them, if the profile allows it. */
  void evict(Run run, int from, int to, BlockHashes inThisOrder) {
    if (offer(new KvCacheEvent.Removed(run.owner(), run.tier(), inThisOrder))) {
      lost.add(new Run(run.owner(), run.tier(), run.chain(), from, to));
    }
  }

  /** Positions that somebody held and was told to drop, oldest first. */
  List<Run> lost() {
    return lost;
  }

  /** A hash that no chain has. */
  long freshHash() {
    return FIRST_FRESH_HASH + freshHashes++;
  }

  List<HeldBlock> blocks(Owner owner, StorageTier tier) {
    return judge.inventories().blocks(owner, tier);
  }

  boolean holds(Owner owner, StorageTier tier, long externalHash) {
    return judge.inventories().holds(owner, tier, externalHash);
  }

  /** One past the last position from {@code start} on that the owner holds on the tier. */
  int endOfRun(Owner owner, StorageTier tier, PromptChain chain, int start) {
    int end = start;
    while (end < chain.length() && holds(owner, tier, chain.externalHashes().at(end))) {
      end++;
    }
    return end;
  }

  /** Device blocks from the root, then the host-pinned ones that continue them. */
  int frontier(WorkerWithDpRank rank, PromptChain chain) {
    int device = endOfRun(rank, StorageTier.DEVICE, chain, 0);
    return endOfRun(rank, StorageTier.HOST_PINNED, chain, device);
  }

  /** A run around a random block of a random owner on one of the tiers. */
  Optional<Run> anyRun(SeededRandom random, List<StorageTier> tiers) {
    List<HeldBlock> oneOfEach = new ArrayList<>();
    for (Owner owner : judge.inventories().owners()) {
      for (StorageTier tier : tiers) {
        List<HeldBlock> blocks = blocks(owner, tier);
        if (!blocks.isEmpty()) {
          oneOfEach.add(random.pick(blocks));
        }
      }
    }
    return oneOfEach.isEmpty() ? Optional.empty() : runAround(random.pick(oneOfEach), random);
  }

  /** Empty if the block is on no chain. */
  private Optional<Run> runAround(HeldBlock block, SeededRandom random) {
    List<PromptChain> chains = families.all();
    int first = random.below(chains.size());
    for (int i = 0; i < chains.size(); i++) {
      PromptChain chain = chains.get((first + i) % chains.size());
      int start = chain.positionOf(block.externalHash());
      if (start >= 0) {
        int end = endOfRun(block.owner(), block.tier(), chain, start);
        while (start > 0
            && holds(block.owner(), block.tier(), chain.externalHashes().at(start - 1))) {
          start--;
        }
        return Optional.of(new Run(block.owner(), block.tier(), chain, start, end));
      }
    }
    return Optional.empty();
  }
}
