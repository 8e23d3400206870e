package kvproof.soak.fetch;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchCases.BYSTANDER;
import static kvproof.soak.fetch.FetchCases.CACHE;
import static kvproof.soak.fetch.FetchCases.CONTINUATION;
import static kvproof.soak.fetch.FetchCases.SOURCE;
import static kvproof.soak.fetch.FetchCases.TARGET;
import static kvproof.soak.fetch.FetchCases.at;
import static kvproof.soak.fetch.FetchCases.check;
import static kvproof.soak.fetch.FetchCases.struckBy;
import static kvproof.soak.fetch.FetchCases.with;
import static kvproof.soak.fetch.FetchFixture.remove;
import static kvproof.soak.fetch.FetchFixture.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the check lets pass. */
class FetchCheckTest {
  private static final Request LONG_REQUEST =
      new Request("q1", BlockHashes.of(LongStream.rangeClosed(1, 9).toArray()), List.of(TARGET));

  @Test
  void continuationDelivered() {
    assertThat(outcomes(CONTINUATION, at()))
        .containsExactly(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6));
  }

  @Test
  void stalePrefix() {
    assertThat(outcomes(CONTINUATION, at(remove(TARGET, DEVICE, 1, 3))))
        .containsExactly(new FetchOutcome(PARTIAL, 6, 3, 3, 0, 6));
  }

  @Test
  void sourceEvictedMeanwhile() {
    assertThat(outcomes(CONTINUATION, at(remove(SOURCE, HOST_PINNED, 5, 6))))
        .containsExactly(new FetchOutcome(PARTIAL, 3, 1, 2, 4, 6));
  }

  @Test
  void wrongSource() {
    List<CaseStep> steps = with(CONTINUATION, store(BYSTANDER, DEVICE, 1, 5));
    FetchAttempt instead = new FetchAttempt("q1", TARGET, List.of(), Optional.of(BYSTANDER));

    assertThat(outcomes(steps, instead)).containsExactly(new FetchOutcome(PARTIAL, 3, 2, 1, 5, 6));
  }

  @Test
  void wrongSourceWithoutTheBlocks() {
    FetchAttempt instead = new FetchAttempt("q1", TARGET, List.of(), Optional.of(BYSTANDER));

    assertThat(outcomes(CONTINUATION, instead))
        .containsExactly(new FetchOutcome(REFUSED, 3, 0, 3, 3, 6));
  }

  @Test
  void cacheOwnerAsSource() {
    List<CaseStep> steps =
        List.of(
            residency(Optional.empty(), "tcp://cache"),
            store(TARGET, DEVICE, 1, 2),
            store(CACHE, HOST_PINNED, 1, 5));

    assertThat(outcomes(steps, at())).containsExactly(new FetchOutcome(DELIVERED, 3, 3, 0, 5, 5));
  }

  @Test
  void rankWhoseBlocksAreItsCacheOwners() {
    List<CaseStep> steps =
        List.of(residency(Optional.of(SOURCE), ""), store(CACHE, HOST_PINNED, 1, 5));

    assertThat(outcomes(steps, at())).containsExactly(new FetchOutcome(DELIVERED, 5, 5, 0, 5, 5));
  }

  @Test
  void secondFetchOfTheSameHintAsksForTheRest() {
    FetchReport report =
        check(
            CONTINUATION,
            List.of(at(remove(SOURCE, HOST_PINNED, 5, 5)), at(store(SOURCE, HOST_PINNED, 5, 5))));

    assertThat(report.differences()).isEmpty();
    assertThat(report.fetches())
        .extracting(fetch -> fetch.result().outcome().toString())
        .containsExactly(
            "partial: asked 3, delivered 2, missing 1, credit 4, then 6",
            "nothing_needed: asked 0, delivered 0, missing 0, credit 6, then 6");
  }

  @Test
  void requestWithoutAHintCarriesOutNothing() {
    FetchReport report = check(List.of(), List.of(at()));

    assertThat(report.fetches()).isEmpty();
    assertThat(report.differences()).isEmpty();
  }

  /** With blocks on the device too, so that every phase is gone through. */
  @ParameterizedTest
  @MethodSource("kvproof.model.FetchFault#all")
  void everyFaultStrikesInItsPhaseAndComesToWhatItMust(FetchFault fault) {
    List<CaseStep> steps =
        List.of(
            store(TARGET, DEVICE, 1, 3),
            store(SOURCE, DEVICE, 1, 5),
            store(SOURCE, HOST_PINNED, 6, 9));
    Case soakCase =
        new Case("fetch", 1, steps, List.of(LONG_REQUEST), List.of(struckBy(fault), at(), at()));
    KvRouter router = new ReferenceRouter();
    soakCase.indexSteps().forEach(router::take);

    FetchReport report = FetchCheck.check(soakCase, Map.of("q1", router.answer(LONG_REQUEST)));

    assertThat(report.differences()).isEmpty();
    assertThat(report.fetches()).extracting(FetchReport.CarriedOut::struck).startsWith(true);
  }

  @Test
  void faultThatFindsNothingToStrikeChangesNothing() {
    FetchFault fault = new FetchFault(FetchFault.Kind.BLOCK_EVICTED, FetchPhase.ACCEPTED);

    FetchReport report = check(CONTINUATION, List.of(struckBy(fault)));

    assertThat(report.differences()).isEmpty();
    assertThat(report.fetches())
        .singleElement()
        .returns(false, FetchReport.CarriedOut::struck)
        .returns(
            FetchResult.plain(new FetchOutcome(DELIVERED, 3, 3, 0, 6, 6)),
            FetchReport.CarriedOut::result);
  }

  @Test
  void digestTellsOutcomesApart() {
    long digest = check(CONTINUATION, List.of(at())).digest();

    assertThat(check(CONTINUATION, List.of(at())).digest()).isEqualTo(digest);
    assertThat(check(CONTINUATION, List.of(at(remove(SOURCE, HOST_PINNED, 6, 6)))).digest())
        .isNotEqualTo(digest);
  }

  @Test
  void digestShowsEventsThatCameMeanwhileAndChangedNothing() {
    FetchReport undisturbed = check(CONTINUATION, List.of(at()));
    FetchReport disturbed = check(CONTINUATION, List.of(at(store(BYSTANDER, DEVICE, 9, 9))));

    assertThat(disturbed.fetches().getFirst().result().outcome())
        .isEqualTo(undisturbed.fetches().getFirst().result().outcome());
    assertThat(disturbed.digest()).isNotEqualTo(undisturbed.digest());
  }

  private static ResidencySnapshot residency(
      Optional<WorkerWithDpRank> projectedTo, String endpoint) {
    TreeMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    projectedTo.ifPresent(rank -> projections.put(CACHE, rank));
    TreeMap<CacheOwner, HintSource> sources = new TreeMap<>();
    if (!endpoint.isEmpty()) {
      sources.put(
          CACHE, new HintSource(endpoint, WorkerSnapshot.DEFAULT_WORKER_TYPE, Optional.empty()));
    }
    return new ResidencySnapshot(projections, sources);
  }

  private static List<FetchOutcome> outcomes(List<CaseStep> steps, FetchAttempt attempt) {
    FetchReport report = check(steps, List.of(attempt));
    assertThat(report.differences()).isEmpty();
    return report.fetches().stream().map(fetch -> fetch.result().outcome()).toList();
  }
}
