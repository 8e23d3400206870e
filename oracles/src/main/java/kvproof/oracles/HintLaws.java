package kvproof.oracles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Laws that any right answer keeps, checked without working out the answer.
 *
 * <p>Catches a hint whose blocks the target or the source does not hold under the hashes named, a
 * source that may not be named, an end that does not go with the hashes, an island crossed, and a
 * choice that its own intervals do not bear out. Blind to what an answer leaves out: a source or an
 * interval that nobody mentions, a target wrongly taken to be off the chain, overlaps and tier hits
 * that are wrong in the same way everywhere. It believes the held blocks that it is given.
 */
public final class HintLaws {
  private HintLaws() {}

  /**
   * One sentence per broken law, naming the values; empty if the answer keeps all of them.
   *
   * @param gapped owners whose streams miss something, see {@link #gapped(List)}
   * @param held every block that is held, of the router itself or of an oracle
   */
  public static List<String> violations(
      Request request,
      Answer answer,
      ResidencySnapshot residency,
      WorkerSnapshot workers,
      Set<Owner> gapped,
      List<HeldBlock> held) {
    List<String> violations = new ArrayList<>();
    SortedSet<WorkerWithDpRank> targets = new TreeSet<>(request.targets());
    if (!answer.choices().keySet().equals(targets)) {
      violations.add("choices for " + answer.choices().keySet() + ", targets " + targets);
    }
    Set<HeldBlock> heldBlocks = new HashSet<>(held); // asked, never iterated
    answer
        .choices()
        .forEach(
            (target, choice) -> {
              var sources = new SourceLaws(residency, workers, gapped, target);
              var laws = new ChoiceLaws(request, answer, sources, choice, heldBlocks);
              violations.addAll(laws.violations());
            });
    violations.addAll(IntervalLaws.violations(answer, request.localHashes().size()));
    violations.addAll(severalChains(answer));
    return violations;
  }

  /**
   * Overlapping intervals of one source.
   *
   * <p>A law where every block has one external hash only: a rank whose device and host-pinned
   * blocks differ in their hashes may continue its own root prefix from within.
   */
  public static List<String> overlappingIntervals(Answer answer) {
    return IntervalLaws.overlaps(answer);
  }

  /** Owners whose streams miss something for good at the end of the history. */
  public static Set<Owner> gapped(List<IndexStep> history) {
    Set<Owner> gapped = new TreeSet<>();
    for (IndexStep step : history) {
      switch (step) {
        case StreamState(var owner, boolean isGapped) when isGapped -> gapped.add(owner);
        case StreamState(var owner, boolean _) -> gapped.remove(owner);
        case Cleared(var rank, var cacheOwner) ->
            gapped.removeIf(
                owner -> rank.equals(Optional.of(owner)) || cacheOwner.equals(Optional.of(owner)));
        case RankRemoved(var rank) -> gapped.remove(rank);
        case WorkerRemoved(long workerId) ->
            gapped.removeIf(
                owner -> owner instanceof WorkerWithDpRank(long id, int _) && id == workerId);
        case Stored _, Removed _, ResidencySnapshot _, WorkerSnapshot _ -> {}
      }
    }
    return gapped;
  }

  /** A rank that was seen counts its device blocks; one that was not holds none. */
  public static List<String> wrongResidentCounts(
      SortedMap<WorkerWithDpRank, OptionalLong> resident, List<HeldBlock> held) {
    SortedMap<Owner, Long> counts = new TreeMap<>();
    for (HeldBlock block : held) {
      if (block.tier() == StorageTier.DEVICE) {
        counts.merge(block.owner(), 1L, Long::sum);
      }
    }
    List<String> violations = new ArrayList<>();
    resident.forEach(
        (rank, count) -> {
          long blocks = counts.getOrDefault(rank, 0L);
          if (count.orElse(0) != blocks) {
            violations.add("resident count of " + rank + " is " + count + ", it holds " + blocks);
          }
        });
    return violations;
  }

  /** Hints and candidates of one look-up that name a position by different hashes. */
  private static List<String> severalChains(Answer answer) {
    List<BlockHashes> chains = new ArrayList<>();
    answer.candidates().map(TransferCandidates::chain).ifPresent(chains::add);
    answer.choices().values().stream()
        .flatMap(choice -> choice.hint().stream())
        .map(KvHint::actions)
        .flatMap(List::stream)
        .forEach(
            action -> {
              if (action instanceof Fetch fetch) {
                chains.add(fetch.blockHashes());
              }
            });
    BlockHashes longest = BlockHashes.empty();
    for (BlockHashes chain : chains) {
      longest = chain.size() > longest.size() ? chain : longest;
    }
    List<String> violations = new ArrayList<>();
    for (BlockHashes chain : chains) {
      if (!chain.equals(longest.slice(0, chain.size()))) {
        violations.add("two chains in one look-up: " + chain + " and " + longest);
      }
    }
    return violations;
  }
}
