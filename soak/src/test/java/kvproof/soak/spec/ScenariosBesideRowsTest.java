package kvproof.soak.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.SequenceHashes;
import kvproof.model.identity.Tokens;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios that want tokens, many owners or random histories, and so are no rows. */
class ScenariosBesideRowsTest {
  private static final WorkerWithDpRank W0 = new WorkerWithDpRank(0, 0);
  private static final int CASES = 200;

  static Stream<Implementation> implementations() {
    return Implementation.ALL.stream();
  }

  /** Scenarios D24 and D25. */
  @ParameterizedTest
  @MethodSource("implementations")
  void sameTokensUnderOtherNamesAreOtherBlocks(Implementation implementation) {
    try (Subject subject = implementation.fresh().get()) {
      sameTokensUnderOtherNamesAreOtherBlocks(subject.router());
    }
  }

  private static void sameTokensUnderOtherNamesAreOtherBlocks(KvRouter router) {
    RequestContent base = content(12, 4);
    SortedMap<WorkerWithDpRank, RequestContent> contents = new TreeMap<>();
    contents.put(rank(0), base);
    contents.put(rank(1), base.withLoraName("adapter-a"));
    contents.put(rank(2), base.withLoraName("adapter-b"));
    contents.put(rank(3), base.withCacheNamespace("tenant-a"));
    contents.put(rank(4), base.withCacheNamespace("adapter-a"));
    contents.forEach((rank, content) -> store(router, rank, content));

    contents.forEach(
        (rank, content) ->
            assertThat(overlaps(router, content.localHashes())).isEqualTo(Map.of(rank, 3)));
  }

  /** Scenario D26. */
  @ParameterizedTest
  @MethodSource("implementations")
  void promptGivenAsTokensFindsItsBlocks(Implementation implementation) {
    try (Subject subject = implementation.fresh().get()) {
      promptGivenAsTokensFindsItsBlocks(subject.router());
    }
  }

  private static void promptGivenAsTokensFindsItsBlocks(KvRouter router) {
    RequestContent content = content(96, 32);

    assertThat(overlaps(router, content.localHashes())).isEmpty();
    store(router, W0, content);
    assertThat(overlaps(router, content.localHashes())).isEqualTo(Map.of(W0, 3));
  }

  /** Scenario L35. */
  @Test
  void clearThatNamesNobodyIsRefused() {
    assertThatThrownBy(() -> new Cleared(Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Scenario N24: the event-log oracle chooses by reach, without intervals. */
  @ParameterizedTest
  @EnumSource(
      value = Profile.class,
      names = {"ENGINE", "CONSISTENT", "IRREGULAR"})
  void everyTargetOfARandomInventoryGetsTheSourceThatReachesFurthest(Profile profile) {
    for (int seed = 0; seed < CASES; seed++) {
      Case drawn = Cases.drawPlain(profile, seed);
      KvRouter byReach = after(drawn, new EventLogOracle());
      for (Implementation implementation : Implementation.ALL) {
        try (Subject subject = implementation.fresh().get()) {
          KvRouter router = after(drawn, subject.router());
          for (Request request : drawn.requests()) {
            assertThat(router.answer(request).choices())
                .as(() -> implementation.name() + ", " + request.id() + CaseText.print(drawn))
                .isEqualTo(byReach.answer(request).choices());
          }
        }
      }
    }
  }

  /** Scenario N26: 64 sources with a hole every fifth block, and one frontier. */
  @ParameterizedTest
  @MethodSource("implementations")
  void fragmentedSourcesGiveAtMostOneContinuationEachForOneFrontier(Implementation implementation) {
    try (Subject subject = implementation.fresh().get()) {
      fragmentedSourcesGiveAtMostOneContinuationEachForOneFrontier(subject.router());
    }
  }

  private static void fragmentedSourcesGiveAtMostOneContinuationEachForOneFrontier(
      KvRouter router) {
    int frontier = 32;
    int length = 128;
    router.apply(run(W0, StorageTier.DEVICE, 0, frontier));
    for (int worker = 1; worker <= 64; worker++) {
      for (int hole = worker % 5; hole < length; hole += 5) {
        int end = Math.min(hole + 5, length);
        router.apply(run(rank(worker), StorageTier.HOST_PINNED, hole + 1, end));
      }
    }

    List<SourceInterval> continuations =
        router
            .answer(
                new Request("q", BlockHashes.of(LongStream.range(0, length).toArray()), List.of()))
            .intervals()
            .stream()
            .filter(interval -> interval.interval().start() > 0)
            .toList();

    assertThat(continuations)
        .hasSize((int) IntStream.rangeClosed(1, 64).filter(w -> w % 5 != frontier % 5).count())
        .allSatisfy(it -> assertThat(it.interval().start()).isEqualTo(frontier))
        .extracting(SourceInterval::owner)
        .doesNotHaveDuplicates();
  }

  private static KvRouter after(Case drawn, KvRouter router) {
    Fronts.fronted(new OwnerInventoryOracle()).flattened(drawn).indexSteps().forEach(router::take);
    return router;
  }

  private static WorkerWithDpRank rank(int worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  /** Positions of one chain whose local hash is the position and whose external one 1000 more. */
  private static Stored run(WorkerWithDpRank rank, StorageTier tier, int start, int end) {
    return new Stored(
        rank,
        tier,
        start == 0 ? OptionalLong.empty() : OptionalLong.of(999L + start),
        BlockHashes.of(LongStream.range(start, end).toArray()),
        BlockHashes.of(LongStream.range(1000L + start, 1000L + end).toArray()));
  }

  private static RequestContent content(int tokens, int blockSize) {
    return RequestContent.of(Tokens.of(IntStream.range(0, tokens).toArray()), blockSize);
  }

  private static void store(KvRouter router, WorkerWithDpRank rank, RequestContent content) {
    BlockHashes locals = content.localHashes();
    BlockHashes externals = SequenceHashes.of(locals);
    router.apply(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), locals, externals));
  }

  private static SortedMap<Owner, Integer> overlaps(KvRouter router, BlockHashes prompt) {
    return AnswerParts.device(router.answer(new Request("q", prompt, List.of())));
  }
}
