package kvproof.router.predict;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Puts the scores of a side index into answers of the primary: of each rank the larger one counts.
 *
 * <p>The lower tiers stay as the primary walked them, and no answer names a source, so that nothing
 * predicted is fetched or continued. Where the side fails, the primary's scores stand. For any
 * number of threads, if the side is.
 */
public final class SideMerge {

  /** Leading device blocks of a prompt, for each rank that has at least one. */
  public interface Scores {
    SortedMap<WorkerWithDpRank, DeviceMatch> of(BlockHashes prompt);
  }

  private final Scores side;
  private final LongAdder failures = new LongAdder();

  public SideMerge(Scores side) {
    this.side = side;
  }

  public Answer merge(Answer primary, BlockHashes prompt) {
    SortedMap<WorkerWithDpRank, DeviceMatch> device = new TreeMap<>(primary.device());
    scores(prompt).forEach((rank, match) -> device.merge(rank, match, SideMerge::larger));
    return withoutSources(device, primary.lower());
  }

  /** An answer that names no source, and so has nothing to choose from. */
  public static Answer withoutSources(
      SortedMap<WorkerWithDpRank, DeviceMatch> device, SortedMap<StorageTier, TierAnswer> lower) {
    return new Answer(device, lower, Optional.empty(), List.of(), new TreeMap<>());
  }

  private SortedMap<WorkerWithDpRank, DeviceMatch> scores(BlockHashes prompt) {
    try {
      return side.of(prompt);
    } catch (RuntimeException failure) {
      failures.increment(); // a prediction is a guess in the first place: the answer goes without
      return new TreeMap<>();
    }
  }

  private static DeviceMatch larger(DeviceMatch primary, DeviceMatch side) {
    return side.blocks() > primary.blocks() ? side : primary;
  }

  /** How many answers had to go without the side. */
  public long failures() {
    return failures.sum();
  }
}
