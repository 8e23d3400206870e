package kvproof.router;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.overlap.OverlapAccounting;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.policy.PolicyRun;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.SelectionInputs;
import kvproof.router.policy.SessionContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An unrecovered event gap costs a rank its role as a source and nothing else. */
class GapKeepsCreditTest {
  private static final WorkerWithDpRank GAPPED = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank OTHER = new WorkerWithDpRank(5, 0);
  private static final int BLOCK_SIZE = 16;
  private static final int PROMPT_BLOCKS = 8;
  private static final OverlapAccounting ACCOUNTING = new OverlapAccounting(0.75, 0.25, BLOCK_SIZE);

  private final ReferenceRouter router = new ReferenceRouter();

  /** What a selection makes of one rank. */
  private record Credit(int device, int host, double effective, long cachedTokens, double cost) {}

  private void store(WorkerWithDpRank rank, StorageTier tier, int first, int last) {
    router.apply(
        new Stored(
            rank,
            tier,
            first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first),
            BlockHashes.of(LongStream.rangeClosed(first, last).toArray()),
            BlockHashes.of(LongStream.rangeClosed(100 + first, 100 + last).toArray())));
  }

  private Answer answer() {
    return router.answer(
        new Request(
            "q",
            BlockHashes.of(LongStream.rangeClosed(1, PROMPT_BLOCKS).toArray()),
            List.of(GAPPED, OTHER)));
  }

  private Credit creditOf(WorkerWithDpRank rank) {
    AnswerInputs inputs = new AnswerInputs(answer(), rank);
    SelectionContext context = new SelectionContext();
    context.begin(
        SelectionRequest.of(
            "q",
            Admission.BOOK,
            BlockHashes.of(LongStream.rangeClosed(1, PROMPT_BLOCKS).toArray()),
            PROMPT_BLOCKS * BLOCK_SIZE),
        SessionContext.none(),
        BLOCK_SIZE,
        true);
    PolicyRun run = new PolicyRun();
    assertThat(
            run.run(
                DefaultPolicy.create(CostWeights.defaults(), 0, false, RandomSource.splitMix(1)),
                inputs,
                context))
        .isZero();
    return new Credit(
        inputs.deviceBlocks(0),
        inputs.hostBlocks(0),
        inputs.effectiveOverlap(0),
        inputs.cachedTokens(0),
        run.cost());
  }

  @Test
  @Tag("D19")
  void overlapCachedTokensAndCostStayAsTheyWere() {
    store(GAPPED, DEVICE, 1, 4);
    store(GAPPED, HOST_PINNED, 5, 6);
    store(OTHER, DEVICE, 1, 3);
    store(OTHER, HOST_PINNED, 1, 7);
    Credit before = creditOf(GAPPED);

    router.replace(new StreamState(GAPPED, true));

    assertThat(creditOf(GAPPED)).isEqualTo(before);
    // 8 blocks - 4 on the device - 0.75 * (2 on the host + 1 fetched from 5/0).
    assertThat(before).isEqualTo(new Credit(4, 2, 5.5, 88, 8 - 4 - 0.75 * 3));
  }

  @Test
  void gapOfASourceTakesTheFetchCreditThatItGave() {
    store(GAPPED, HOST_PINNED, 1, 6);
    store(OTHER, DEVICE, 1, 3);
    assertThat(creditOf(OTHER).cost()).isEqualTo(8 - 3 - 0.75 * 3);

    router.replace(new StreamState(GAPPED, true));

    assertThat(creditOf(OTHER).cost()).isEqualTo(8 - 3);
  }

  /** One rank of an answer, idle. */
  private record AnswerInputs(Answer answer, WorkerWithDpRank only) implements SelectionInputs {
    @Override
    public int candidateCount() {
      return 1;
    }

    @Override
    public WorkerWithDpRank rank(int candidate) {
      return only;
    }

    @Override
    public int deviceBlocks(int candidate) {
      return answer.device().containsKey(only) ? answer.device().get(only).blocks() : 0;
    }

    @Override
    public int hostBlocks(int candidate) {
      return answer.lower().get(HOST_PINNED).hits().getOrDefault(only, 0);
    }

    @Override
    public int diskBlocks(int candidate) {
      return 0;
    }

    @Override
    public double effectiveOverlap(int candidate) {
      return ACCOUNTING.effective(deviceBlocks(0), hostBlocks(0), 0, 0);
    }

    @Override
    public long cachedTokens(int candidate) {
      return ACCOUNTING.cachedTokens(effectiveOverlap(0));
    }

    @Override
    public boolean hasTierMatches() {
      return true;
    }

    @Override
    public @Nullable SharedCacheHits sharedHits() {
      return null;
    }

    @Override
    public boolean hasFetchCandidates() {
      return true;
    }

    @Override
    public int frontier(int candidate) {
      return answer.choices().get(only).frontier();
    }

    @Override
    public int creditedEnd(int candidate) {
      return answer.choices().get(only).end();
    }

    @Override
    public boolean loadAvailable(int candidate) {
      return true;
    }

    @Override
    public long activePrefillTokens(int candidate) {
      return 0;
    }

    @Override
    public long activeDecodeBlocks(int candidate) {
      return 0;
    }

    @Override
    public long additionalBlocks(int candidate) {
      return 0;
    }

    @Override
    public long activeRequests(int candidate) {
      return 0;
    }

    @Override
    public Set<String> taints(int candidate) {
      return Set.of();
    }

    @Override
    public @Nullable ResidentCountsView residentCounts() {
      return null;
    }
  }
}
