package kvproof.soak.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Doctored;
import kvproof.soak.run.LyingRouter;
import kvproof.soak.run.ShrunkDivergence;
import kvproof.soak.run.Side;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RelationCheckTest {
  /**
   * Two device prefixes, and a source that continues both.
   *
   * <pre>
   *   position  0 1 2 3 4
   *   1/0       D D D . .
   *   3/0       D D . . .
   *   2/0       . . H H .
   * </pre>
   */
  private static final Case STAGGERED =
      CaseText.parse(
          """
          kvproof-case 1
          profile engine
          seed 0
          store 1/0 device root 1:101 2:102 3:103
          store 3/0 device root 1:101 2:102
          store 2/0 host_pinned 102 3:103 4:104
          ask q1 local 1 2 3 4 5 targets 1/0 3/0
          """);

  /** Answers with a lie whenever the question, or an answer to it, is of some kind. */
  private static Side inAnswers(BiFunction<Request, Answer, Answer> lie) {
    return LyingRouter.side(
        () ->
            new LyingRouter() {
              @Override
              public Answer answer(Request request) {
                return lie.apply(request, super.answer(request));
              }
            });
  }

  /** Takes another event in the place of one, given the event before it; or none. */
  private static Side inEvents(
      BiFunction<Optional<KvCacheEvent>, KvCacheEvent, Optional<KvCacheEvent>> lie) {
    return LyingRouter.side(
        () ->
            new LyingRouter() {
              private Optional<KvCacheEvent> before = Optional.empty();

              @Override
              public ApplyStatus apply(KvCacheEvent event) {
                Optional<KvCacheEvent> taken = lie.apply(before, event);
                before = Optional.of(event);
                return taken.map(super::apply).orElse(ApplyStatus.OK);
              }
            });
  }

  static Stream<Arguments> onlyOneRelationSees() {
    return Stream.of(
        arguments(
            "workers renamed in order",
            "a source with an id above 2^63 is taken for none",
            inAnswers((request, answer) -> withoutNegativeSources(answer))),
        arguments(
            "workers renamed in reverse",
            "the smallest rank is not credited on the device",
            inAnswers((request, answer) -> withoutFirstDeviceMatch(answer))),
        arguments(
            "idle worker added",
            "with three targets nobody gets a source",
            inAnswers(
                (request, answer) ->
                    request.targets().size() > 2 ? Doctored.withoutSources(answer) : answer)),
        arguments(
            "stores split",
            "the last block of a chain is lost",
            inEvents((before, event) -> Optional.of(withoutLastBlock(event)))),
        arguments(
            "owners reordered",
            "a device store behind another owner's host-pinned one is lost",
            inEvents(
                (before, event) ->
                    isBehindHostPinned(before, event) ? Optional.empty() : Optional.of(event))),
        arguments(
            "events repeated",
            "a store that comes twice is taken for a removal",
            inEvents(
                (before, event) ->
                    Optional.of(before.filter(event::equals).isPresent() ? undo(event) : event))),
        arguments(
            "losing source removed",
            "one worker without an endpoint and nobody is a source",
            LyingRouter.side(OneEndpointForAll::new)),
        arguments(
            "prompt lengthened",
            "a prompt of more than six blocks is not walked to the frontier",
            inAnswers(
                (request, answer) ->
                    request.localHashes().size() > 6 ? withEarlierFrontiers(answer) : answer)));
  }

  /** Forgets all sources once it is told that some rank has no endpoint. */
  private static final class OneEndpointForAll extends LyingRouter {
    private boolean isBlind;

    @Override
    public void replace(WorkerSnapshot snapshot) {
      super.replace(snapshot);
      isBlind =
          snapshot.workers().values().stream()
              .anyMatch(worker -> worker.endpoints().containsValue(""));
    }

    @Override
    public Answer answer(Request request) {
      Answer answer = super.answer(request);
      return isBlind ? Doctored.withoutSources(answer) : answer;
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void onlyOneRelationSees(String relation, String fault, Side router) {
    assertThat(brokenBy(router, STAGGERED)).as(fault).containsExactly(relation);
  }

  @Test
  void everyRelationHasAFaultThatOnlyItSees() {
    assertThat(onlyOneRelationSees().map(arguments -> (String) arguments.get()[0]))
        .containsExactlyElementsOf(RelationCheck.ALL.stream().map(Relation::name).toList());
  }

  /** The relations that a router breaks in a case. */
  private static List<String> brokenBy(Side router, Case soakCase) {
    FinishedCase finished = finish(router, soakCase);
    List<String> broken = new ArrayList<>();
    for (Relation relation : RelationCheck.ALL) {
      List<Difference> found = RelationCheck.broken(relation, finished, new Digest());
      if (!found.isEmpty()) {
        assertThat(found.getFirst().part()).isEqualTo("relation " + relation.name());
        broken.add(relation.name());
      }
    }
    return broken;
  }

  private static FinishedCase finish(Side router, Case soakCase) {
    var residency = ResidencySnapshot.empty();
    var workers = WorkerSnapshot.unlisted();
    Case plain = router.fronted().flattened(soakCase);
    for (IndexStep step : plain.indexSteps()) {
      switch (step) {
        case KvCacheEvent _, StreamState _ -> {}
        case ResidencySnapshot snapshot -> residency = snapshot;
        case WorkerSnapshot snapshot -> workers = snapshot;
      }
    }
    Replay replay = Replay.of(router, plain);
    return new FinishedCase(
        soakCase,
        plain,
        router,
        replay.answers(),
        residency,
        workers,
        replay.held(),
        new TreeMap<>());
  }

  private static Answer withoutNegativeSources(Answer answer) {
    boolean isNegative =
        answer.choices().values().stream()
            .flatMap(choice -> choice.source().stream())
            .anyMatch(source -> source instanceof WorkerWithDpRank rank && rank.workerId() < 0);
    return isNegative ? Doctored.withoutSources(answer) : answer;
  }

  private static Answer withoutFirstDeviceMatch(Answer answer) {
    var device = new TreeMap<>(answer.device());
    device.pollFirstEntry();
    return new Answer(
        device, answer.lower(), answer.candidates(), answer.intervals(), answer.choices());
  }

  private static Answer withEarlierFrontiers(Answer answer) {
    var choices = new TreeMap<>(answer.choices());
    choices.replaceAll((target, choice) -> Answer.SourceChoice.none(choice.frontier() - 1));
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }

  private static KvCacheEvent withoutLastBlock(KvCacheEvent event) {
    return event instanceof Stored stored && stored.externalHashes().size() > 1
        ? new Stored(
            stored.owner(),
            stored.tier(),
            stored.parent(),
            stored.localHashes().slice(0, stored.localHashes().size() - 1),
            stored.externalHashes().slice(0, stored.externalHashes().size() - 1))
        : event;
  }

  private static boolean isBehindHostPinned(Optional<KvCacheEvent> before, KvCacheEvent event) {
    return before.isPresent()
        && before.get() instanceof Stored earlier
        && earlier.tier() == StorageTier.HOST_PINNED
        && event instanceof Stored stored
        && stored.tier() == StorageTier.DEVICE
        && !stored.owner().equals(earlier.owner());
  }

  private static KvCacheEvent undo(KvCacheEvent event) {
    return event instanceof Stored stored
        ? new Removed(stored.owner(), stored.tier(), stored.externalHashes())
        : event;
  }

  @ParameterizedTest
  @EnumSource
  void theReferenceRouterKeepsEveryRelation(Profile profile) {
    for (long index = 0; index < 150; index++) {
      Case soakCase = Cases.draw(profile, SeededRandom.mix(0x5e1a, index));

      assertThat(brokenBy(Side.referenceRouter(), soakCase))
          .as(() -> CaseText.print(soakCase))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRelationAppliesInEveryProfile(Profile profile) {
    List<FinishedCase> finished =
        LongStream.range(0, 20)
            .mapToObj(index -> Cases.draw(profile, SeededRandom.mix(0x5e1a, index)))
            .map(soakCase -> finish(Side.referenceRouter(), soakCase))
            .toList();

    assertThat(RelationCheck.ALL)
        .allSatisfy(
            relation ->
                assertThat(finished)
                    .as(relation.name())
                    .anySatisfy(one -> assertThat(relation.transform(one)).isNotEmpty()));
  }

  @Test
  void aRouterThatFailsOnAChangedCaseIsReported() {
    Side router =
        inAnswers(
            (request, answer) -> {
              if (request.targets().size() > 2) {
                throw new IllegalStateException("too many targets");
              }
              return answer;
            });

    List<Difference> found =
        RelationCheck.broken(new IdleWorkerAdded(), finish(router, STAGGERED), new Digest());

    assertThat(found)
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.kind()).isEqualTo(Kind.FAILED);
              assertThat(difference.actual()).contains("too many targets");
            });
  }

  @Test
  void oneCaseInEightIsChosenBySeedAlone() {
    long chosen =
        LongStream.range(0, 8_000)
            .filter(index -> RelationCheck.isChosen(SeededRandom.mix(7, index)))
            .count();

    assertThat(chosen).isBetween(900L, 1_100L);
  }

  /** No oracle sees it: the only oracle lies alike. */
  @Test
  void aBrokenRelationIsShrunk() {
    Supplier<LyingRouter> losesLastBlocks =
        () ->
            new LyingRouter() {
              @Override
              public ApplyStatus apply(KvCacheEvent event) {
                return super.apply(withoutLastBlock(event));
              }
            };
    Side side = LyingRouter.side(losesLastBlocks);
    var runner = new CaseRunner(new Contest(side, List.of(side), List.of(new RelationCheck())));
    Case failing =
        LongStream.range(0, 200)
            .mapToObj(index -> Cases.draw(Profile.ENGINE, SeededRandom.mix(3, index)))
            .filter(soakCase -> runner.run(soakCase).divergence().isPresent())
            .findFirst()
            .orElseThrow();
    Divergence divergence = runner.run(failing).divergence().orElseThrow();

    var shrunk = ShrunkDivergence.of(runner, failing, divergence, 2_000, () -> false);

    assertThat(divergence.first().part()).isEqualTo("relation stores split");
    // A store alone, or one of a cache owner and the projection that lets it show.
    assertThat(shrunk.smallest().steps()).hasSizeBetween(1, 2);
    assertThat(shrunk.divergence().first().part()).isEqualTo("relation stores split");
  }
}
