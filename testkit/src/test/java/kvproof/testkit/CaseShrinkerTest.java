package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.testkit.CaseShrinker.Shrunk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaseShrinkerTest {
  private static final int ENOUGH = 10_000;

  /** A failure that needs a rank with blocks, and a clear of that same rank behind it. */
  private static boolean clearsARankWithBlocks(Case failing) {
    HistoryJudge judge = new HistoryJudge();
    for (CaseStep step : failing.steps()) {
      if (step instanceof Cleared(var rank, var _)
          && rank.isPresent()
          && judge.inventories().owners().contains(rank.get())) {
        return true;
      }
      if (step instanceof KvCacheEvent event) {
        judge.take(event);
      }
    }
    return false;
  }

  private static boolean removesAndClears(Case failing) {
    return failing.steps().stream().anyMatch(Removed.class::isInstance)
        && failing.steps().stream().anyMatch(Cleared.class::isInstance);
  }

  private static boolean fetchesAfterALoss(Case failing) {
    return failing.fetches().stream().anyMatch(fetch -> !fetch.meanwhile().isEmpty());
  }

  private static boolean isDetached(CaseStep step) {
    return step instanceof Stored stored && stored.parent().isPresent();
  }

  @Test
  void whatDoesNotMatterGoesAndTheRestGetsSmallNumbers() {
    Case failing =
        TestCases.of(
            Profile.IRREGULAR,
            """
            owners project K2 7/1 advertise K2 tcp://k2:9000 type decode attach 7/1
            store 3/0 device root 5:500
            store 7/1 device root 1:901 2:902 3:903
            workers 7 ranks 0 1 type decode
            remove 3/0 device 500
            store 7/1 device 903 4:904
            clear 3/0
            clear 7/1 K2
            remove-worker 3
            ask q1 local 1 2 3 targets 7/1 3/0
            ask q2 local 5 targets 3/0
            """);

    Shrunk shrunk = CaseShrinker.shrink(failing, CaseShrinkerTest::clearsARankWithBlocks, ENOUGH);

    assertThat(CaseText.print(shrunk.smallest()))
        .isEqualTo(
            """
            kvproof-case 1
            profile irregular
            seed 0x0000000000000007
            store 1/0 device root 1:101
            clear 1/0
            """);
  }

  @Test
  void chainGetsShorterInFrontOfTheFailureToo() {
    Case failing =
        TestCases.of(
            Profile.ENGINE,
            """
            store 1/0 device root 1:101 2:102 3:103 4:104 5:105
            store 2/0 host_pinned 105 6:106 7:107
            ask q1 local 1 2 3 4 5 6 7 targets 1/0
            """);

    Shrunk shrunk = CaseShrinker.shrink(failing, CaseShrinkerTest::hasAContinuation, ENOUGH);

    assertThat(CaseText.print(shrunk.smallest()))
        .endsWith(
            """
            store 1/0 device root 1:101
            store 2/0 host_pinned 101 2:102
            ask q1 local 1 2 targets
            """);
  }

  /** The prompt leads over device blocks of 1/0 to a host-pinned one of 2/0. */
  private static boolean hasAContinuation(Case failing) {
    HistoryJudge judge = new HistoryJudge();
    failing.steps().forEach(step -> judge.take((KvCacheEvent) step));
    return failing.requests().stream()
        .anyMatch(
            request -> {
              OptionalLong last = OptionalLong.empty();
              int position = 0;
              OptionalLong next = next(judge, "1/0", StorageTier.DEVICE, last, request, position);
              while (next.isPresent()) {
                last = next;
                position++;
                next = next(judge, "1/0", StorageTier.DEVICE, last, request, position);
              }
              return last.isPresent()
                  && next(judge, "2/0", StorageTier.HOST_PINNED, last, request, position)
                      .isPresent();
            });
  }

  /** External hash under which the rank holds a position of the prompt behind another block. */
  private static OptionalLong next(
      HistoryJudge judge,
      String rank,
      StorageTier tier,
      OptionalLong parent,
      Request request,
      int position) {
    return position == request.localHashes().size()
        ? OptionalLong.empty()
        : judge.inventories().blocks(WorkerWithDpRank.parse(rank), tier).stream()
            .filter(block -> block.parent().equals(parent))
            .filter(block -> block.localHash() == request.localHashes().at(position))
            .mapToLong(HeldBlock::externalHash)
            .findFirst();
  }

  @ParameterizedTest
  @EnumSource
  void noSingleStepOfTheSmallestCaseCanGo(Profile profile) {
    List<Case> failing = failing(profile, CaseShrinkerTest::removesAndClears);
    assertThat(failing).hasSizeGreaterThan(5);

    for (Case original : failing) {
      Case smallest =
          CaseShrinker.shrink(original, CaseShrinkerTest::removesAndClears, ENOUGH).smallest();

      assertThat(smallest).matches(CaseShrinkerTest::removesAndClears);
      assertThat(smallest.steps()).hasSize(2);
      assertThat(smallest.requests()).isEmpty();
      for (int i = 0; i < smallest.steps().size(); i++) {
        List<CaseStep> fewer = CaseReductions.without(smallest.steps(), i);
        assertThat(CaseReductions.withSteps(smallest, fewer))
            .doesNotMatch(CaseShrinkerTest::removesAndClears);
      }
    }
  }

  @Test
  void sameFailureShrinksAlike() {
    for (Case original : failing(Profile.IRREGULAR, CaseShrinkerTest::removesAndClears)) {
      assertThat(CaseShrinker.shrink(original, CaseShrinkerTest::removesAndClears, 200))
          .isEqualTo(CaseShrinker.shrink(original, CaseShrinkerTest::removesAndClears, 200));
    }
  }

  @Test
  void noMoreTriesThanAllowed() {
    Case original = failing(Profile.IRREGULAR, CaseShrinkerTest::removesAndClears).getFirst();
    for (int most : new int[] {0, 1, 2, 10}) {
      List<Case> asked = new ArrayList<>();

      Shrunk shrunk =
          CaseShrinker.shrink(
              original, smaller -> asked.add(smaller) && removesAndClears(smaller), most);

      assertThat(shrunk.tries()).isEqualTo(asked.size()).isLessThanOrEqualTo(most);
    }
    assertThat(CaseShrinker.shrink(original, CaseShrinkerTest::removesAndClears, 0).smallest())
        .isEqualTo(original);
  }

  @Test
  void nothingIsAskedTwiceAndTheOriginalNotAtAll() {
    for (Case original : failing(Profile.IRREGULAR, CaseShrinkerTest::removesAndClears)) {
      Set<Case> asked = new HashSet<>(Set.of(original));

      CaseShrinker.shrink(
          original,
          smaller -> {
            assertThat(asked.add(smaller)).as(() -> CaseText.print(smaller)).isTrue();
            return removesAndClears(smaller);
          },
          ENOUGH);

      assertThat(asked).hasSizeGreaterThan(10);
    }
  }

  @Test
  void caseThatOnlyFailsAsItIsStaysAsItIs() {
    Case original = Cases.draw(Profile.IRREGULAR, 1);

    Shrunk shrunk = CaseShrinker.shrink(original, smaller -> false, ENOUGH);

    assertThat(shrunk.smallest()).isEqualTo(original);
    assertThat(shrunk.tries()).isGreaterThan(50);
  }

  @Test
  void engineCaseStaysAnEngineCase() {
    for (Case original : failing(Profile.ENGINE, CaseShrinkerTest::removesAndClears)) {
      CaseShrinker.shrink(
          original,
          smaller -> {
            assertThat(HistoryJudge.isWithin(Profile.ENGINE, smaller.steps())).isTrue();
            return removesAndClears(smaller);
          },
          ENOUGH);
    }
  }

  /** Its profile promises something that it does not keep, so there is nothing to keep. */
  @Test
  void caseEditedByHandShrinksWithoutAPromise() {
    Case failing =
        TestCases.of(
            Profile.ENGINE, "store 1/0 device root 1:101\nclear 1/0\nstore 1/0 device 101 2:102");

    Shrunk shrunk =
        CaseShrinker.shrink(
            failing,
            smaller -> smaller.steps().stream().anyMatch(CaseShrinkerTest::isDetached),
            ENOUGH);

    assertThat(shrunk.smallest().steps()).hasSize(1);
  }

  @Test
  void workerListThatDoesNotMatterBecomesNone() {
    Case failing =
        TestCases.of(Profile.IRREGULAR, "workers 1 ranks 0 type prefill island rack a required");

    Shrunk shrunk =
        CaseShrinker.shrink(
            failing,
            smaller -> smaller.steps().stream().anyMatch(WorkerSnapshot.class::isInstance),
            ENOUGH);

    assertThat(shrunk.smallest().steps()).containsExactly(WorkerSnapshot.unlisted());
  }

  @Test
  void fetchKeepsItsRequestAndTarget() {
    for (Case original : failing(Profile.FETCH, CaseShrinkerTest::fetchesAfterALoss)) {
      Case smallest =
          CaseShrinker.shrink(original, CaseShrinkerTest::fetchesAfterALoss, ENOUGH).smallest();

      assertThat(smallest.steps()).isEmpty();
      assertThat(smallest.requests()).hasSize(1);
      assertThat(smallest.requests().getFirst().targets()).hasSize(1);
      assertThat(smallest.fetches()).hasSize(1);
      assertThat(smallest.fetches().getFirst().meanwhile()).hasSize(1);
      assertThat(smallest.fetches().getFirst().askInstead()).isEmpty();
      assertThat(smallest.fetches().getFirst().fault()).isEmpty();
    }
  }

  /** Whatever else is cut away: other fetches, what happened meanwhile, who was asked, blocks. */
  @Test
  void faultThatMattersStays() {
    FetchAttempt unlucky =
        new FetchAttempt(
            "q1",
            new WorkerWithDpRank(1, 0),
            List.of(Cleared.of(new WorkerWithDpRank(2, 0))),
            Optional.of(new WorkerWithDpRank(3, 0)),
            Optional.of(new FetchFault(Kind.TORN_WRITE, FetchPhase.WRITING)));
    Case original =
        TestCases.of(
            Profile.FETCH,
            """
            store 2/0 device root 1:101 2:102
            ask q1 local 1 2 targets 1/0 4/0
            fetch q1 target 1/0 instead 3/0 fault torn_write writing
              meanwhile clear 2/0
            fetch q1 target 4/0
            """);

    Case smallest =
        CaseShrinker.shrink(
                original,
                smaller -> smaller.fetches().stream().anyMatch(f -> f.fault().isPresent()),
                ENOUGH)
            .smallest();

    assertThat(original.fetches()).contains(unlucky);
    assertThat(smallest.steps()).isEmpty();
    assertThat(smallest.fetches())
        .containsExactly(
            new FetchAttempt("q1", unlucky.target(), List.of(), Optional.empty(), unlucky.fault()));
  }

  @Test
  void profileAndSeedStay() {
    Case original = failing(Profile.IRREGULAR, CaseShrinkerTest::removesAndClears).getFirst();

    Case smallest =
        CaseShrinker.shrink(original, CaseShrinkerTest::removesAndClears, ENOUGH).smallest();

    assertThat(smallest.profile()).isEqualTo(original.profile());
    assertThat(smallest.seed()).isEqualTo(original.seed());
  }

  private static List<Case> failing(Profile profile, Predicate<Case> fails) {
    Stream<Case> drawn =
        IntStream.range(0, 100).mapToObj(i -> Cases.draw(profile, SeededRandom.mix(9, i)));
    return drawn.filter(fails).limit(12).toList();
  }
}
