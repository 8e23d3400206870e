package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.RandomGenerator;

/** An oracle that misreads one kind of step is found out by the other. */
class BrokenOraclePropertyTest {
  private static final int HISTORIES = 200;

  enum Misreading {
    REMOVAL_IS_LOST,
    CLEAR_REACHES_THE_WHOLE_WORKER,
    LAST_BLOCK_OF_A_STORE_IS_LOST,
    DISK_COUNTS_AS_HOST,
    PROJECTION_IS_IGNORED,
    NOBODY_IS_ADVERTISED,
    WORKER_LIST_IS_IGNORED,
    GAP_IS_IGNORED,
    GAP_TAKES_THE_BLOCKS_ALONG,
    GAP_NEVER_ENDS;

    /** The step as it is taken by mistake; itself if it is none of the misread kind. */
    CaseStep of(CaseStep step) {
      return switch (this) {
        case REMOVAL_IS_LOST ->
            step instanceof Removed(var owner, var tier, _)
                ? new Removed(owner, tier, BlockHashes.empty())
                : step;
        case CLEAR_REACHES_THE_WHOLE_WORKER ->
            step instanceof Cleared(var rank, _) && rank.isPresent()
                ? new WorkerRemoved(rank.get().workerId())
                : step;
        case LAST_BLOCK_OF_A_STORE_IS_LOST ->
            step instanceof Stored stored ? withoutLastBlock(stored) : step;
        case DISK_COUNTS_AS_HOST ->
            step instanceof Stored(var owner, var tier, var parent, var locals, var externals)
                    && tier == StorageTier.DISK
                ? new Stored(owner, StorageTier.HOST_PINNED, parent, locals, externals)
                : step;
        case PROJECTION_IS_IGNORED ->
            step instanceof ResidencySnapshot(_, var hintSources)
                ? new ResidencySnapshot(new TreeMap<>(), hintSources)
                : step;
        case NOBODY_IS_ADVERTISED ->
            step instanceof ResidencySnapshot(var projections, _)
                ? new ResidencySnapshot(projections, new TreeMap<>())
                : step;
        case WORKER_LIST_IS_IGNORED ->
            step instanceof WorkerSnapshot ? WorkerSnapshot.unlisted() : step;
        case GAP_IS_IGNORED ->
            step instanceof StreamState(var owner, _) ? new StreamState(owner, false) : step;
        case GAP_TAKES_THE_BLOCKS_ALONG ->
            step instanceof StreamState(WorkerWithDpRank rank, boolean isGapped) && isGapped
                ? Cleared.of(rank)
                : step;
        case GAP_NEVER_ENDS ->
            step instanceof StreamState(var owner, _) ? new StreamState(owner, true) : step;
      };
    }
  }

  private static Stored withoutLastBlock(Stored stored) {
    int blocks = Math.max(stored.localHashes().size() - 1, 0);
    return new Stored(
        stored.owner(),
        stored.tier(),
        stored.parent(),
        stored.localHashes().slice(0, blocks),
        stored.externalHashes().slice(0, blocks));
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void isNoticedWithinTwoHundredHistories(@ForAll Misreading misreading) {
    RandomGenerator<List<CaseStep>> histories = CollidingHistories.steps().generator(1_000);
    RandomGenerator<Request> requests = CollidingHistories.request().generator(1_000);
    var random = new Random(7);

    boolean noticed =
        Stream.generate(() -> histories.next(random).value())
            .limit(HISTORIES)
            .anyMatch(steps -> differs(steps, misreading, List.of(requests.next(random).value())));

    assertThat(noticed).isTrue();
  }

  private static boolean differs(List<CaseStep> steps, Misreading misreading, List<Request> asked) {
    var inventories = new OwnerInventoryOracle();
    var log = new EventLogOracle();
    return steps.stream()
        .anyMatch(
            step ->
                !OraclesAgreePropertyTest.said(inventories, step, asked)
                    .equals(OraclesAgreePropertyTest.said(log, misreading.of(step), asked)));
  }
}
