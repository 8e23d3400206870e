package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything a router says about one {@link Request}.
 *
 * @param device ranks with at least one leading block on the device
 * @param lower per tier that ever had an event, in walking order
 * @param candidates root prefixes, device then host-pinned; absent if nobody has one
 * @param intervals the canonical list of root prefixes and continuations, by owner, then start
 * @param choices for every target of the request
 */
public record Answer(
    SortedMap<WorkerWithDpRank, DeviceMatch> device,
    SortedMap<StorageTier, TierAnswer> lower,
    Optional<TransferCandidates> candidates,
    List<SourceInterval> intervals,
    SortedMap<WorkerWithDpRank, SourceChoice> choices) {

  public Answer {
    device = unmodifiableSortedMap(new TreeMap<>(device));
    lower = unmodifiableSortedMap(new TreeMap<>(lower));
    intervals = List.copyOf(intervals);
    choices = unmodifiableSortedMap(new TreeMap<>(choices));
  }

  /** Leading device blocks of a rank, at least 1, and its own external hash of the last one. */
  public record DeviceMatch(int blocks, long lastExternalHash) {}

  /**
   * What one lower tier adds.
   *
   * @param hits blocks gained per walking rank; 0 is listed too
   * @param next where the rank's walk through the next tier starts, for the same ranks
   */
  public record TierAnswer(
      SortedMap<WorkerWithDpRank, Integer> hits, SortedMap<WorkerWithDpRank, WalkPosition> next) {
    public TierAnswer {
      hits = unmodifiableSortedMap(new TreeMap<>(hits));
      next = unmodifiableSortedMap(new TreeMap<>(next));
    }
  }

  /** A position and the rank's own external hash before it; absent hash: the root. */
  public record WalkPosition(int position, OptionalLong lastExternalHash) {
    @Override
    public String toString() {
      return position
          + " after "
          + (lastExternalHash.isPresent() ? HashText.print(lastExternalHash.getAsLong()) : "root");
    }
  }

  /**
   * Sources that hold the chain from its root.
   *
   * @param chain external hashes from the root, as long as the longest prefix
   * @param owners prefix length in blocks, at least 1, per owner
   */
  public record TransferCandidates(BlockHashes chain, SortedMap<Owner, Integer> owners) {
    public TransferCandidates {
      owners = unmodifiableSortedMap(new TreeMap<>(owners));
    }
  }

  /** Positions that a source holds under the hashes of the chain. */
  public record SourceInterval(Owner owner, BlockInterval interval) {
    @Override
    public String toString() {
      return owner + " " + interval;
    }
  }

  /**
   * The source chosen for one target.
   *
   * @param frontier first position that the target does not hold on device, then host-pinned
   * @param source absent: nothing usable
   * @param end credited end, blocks from the root; the frontier without a source
   * @param hint present exactly if a source was chosen
   */
  public record SourceChoice(int frontier, Optional<Owner> source, int end, Optional<KvHint> hint) {

    public static SourceChoice none(int frontier) {
      return new SourceChoice(frontier, Optional.empty(), frontier, Optional.empty());
    }
  }
}
