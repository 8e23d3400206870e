package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Dumps replayed: rows V23, V24, A13, LD5 and N23 of the index scenarios. */
class IndexDumpPropertyTest {

  @Property(tries = 300)
  void replayInAnyOrderHoldsAndAnswersTheSame(@ForAll("cases") Case drawn, @ForAll long seed) {
    ReferenceRouter original = taken(drawn.indexSteps());
    IndexDump dump = original.dump();

    ReferenceRouter replay = new ReferenceRouter();
    for (Stored event : new SeededRandom(seed).shuffled(dump.events())) {
      assertThat(replay.apply(event)).as(event.toString()).isEqualTo(ApplyStatus.OK);
    }
    drawn.indexSteps().stream()
        .filter(step -> !(step instanceof KvCacheEvent))
        .forEach(replay::take);

    assertThat(replay.heldBlocks()).isEqualTo(original.heldBlocks());
    assertThat(replay.dump()).isEqualTo(dump);
    for (Request request : drawn.requests()) {
      assertThat(visible(replay, request)).isEqualTo(visible(original, request));
      for (WorkerWithDpRank rank : request.targets()) {
        assertThat(orZero(replay.residentBlocks(rank)))
            .isEqualTo(orZero(original.residentBlocks(rank)));
      }
    }
  }

  @Property(tries = 300)
  void everyHeldBlockIsInTheDumpOnce(@ForAll("cases") Case drawn) {
    ReferenceRouter router = taken(drawn.indexSteps());

    int dumped =
        router.dump().events().stream().mapToInt(event -> event.externalHashes().size()).sum();

    assertThat(dumped).isEqualTo(router.heldBlocks().size());
  }

  @Property(tries = 300)
  void snapshotAndTailFromAnyCutAreTheFullHistory(
      @ForAll("cases") Case drawn, @ForAll int cut, @ForAll int lead) {
    List<IndexStep> events =
        drawn.indexSteps().stream().filter(KvCacheEvent.class::isInstance).toList();
    int dumpedAt = Math.floorMod(cut, events.size() + 1);
    int tailFrom = dumpedAt - Math.floorMod(lead, dumpedAt + 1);
    IndexDump dump = taken(events.subList(0, dumpedAt)).dump();

    ReferenceRouter recovered = new ReferenceRouter();
    dump.events().forEach(recovered::apply);
    events.subList(tailFrom, events.size()).forEach(recovered::take);

    assertThat(recovered.heldBlocks())
        .as("dump after %s events, tail from %s", dumpedAt, tailFrom)
        .isEqualTo(taken(events).heldBlocks());
  }

  @Property(tries = 200)
  void copyAnswersCountsAndGoesOnAsTheOriginal(@ForAll("cases") Case drawn, @ForAll int cut) {
    List<IndexStep> steps = drawn.indexSteps();
    int copiedAt = Math.floorMod(cut, steps.size() + 1);
    ReferenceRouter original = taken(steps.subList(0, copiedAt));
    ReferenceRouter copy = original.copy();

    for (IndexStep step : steps.subList(copiedAt, steps.size())) {
      assertThat(copy.take(step)).isEqualTo(original.take(step));
    }

    assertThat(copy.heldBlocks()).isEqualTo(original.heldBlocks());
    for (StorageTier tier : StorageTier.values()) {
      assertThat(copy.statistics(tier)).isEqualTo(original.statistics(tier));
    }
    for (Request request : drawn.requests()) {
      assertThat(copy.answer(request)).isEqualTo(original.answer(request));
      for (WorkerWithDpRank rank : request.targets()) {
        assertThat(copy.residentBlocks(rank)).isEqualTo(original.residentBlocks(rank));
        assertThat(copy.numberOf(rank)).isEqualTo(original.numberOf(rank));
      }
    }
  }

  private static ReferenceRouter taken(List<IndexStep> steps) {
    ReferenceRouter router = new ReferenceRouter();
    steps.forEach(router::take);
    return router;
  }

  /** The answer without tiers that hold nothing: that these exist is in no dump. */
  private static Answer visible(ReferenceRouter router, Request request) {
    Answer answer = router.answer(request);
    var heldTiers = router.heldBlocks().stream().map(HeldBlock::tier).collect(Collectors.toSet());
    SortedMap<StorageTier, Answer.TierAnswer> lower = new TreeMap<>(answer.lower());
    lower.keySet().retainAll(heldTiers);
    return new Answer(
        answer.device(), lower, answer.candidates(), answer.intervals(), answer.choices());
  }

  private static long orZero(OptionalLong blocks) {
    return blocks.orElse(0);
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.of(Profile.ENGINE, Profile.IRREGULAR).flatMap(Drawn::plainCases);
  }
}
