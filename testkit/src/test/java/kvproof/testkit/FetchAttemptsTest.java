package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Test;

class FetchAttemptsTest {

  @Test
  void everyCourseOfAFetchComesUp() {
    List<FetchAttempt> attempts = attempts();

    assertThat(attempts).anyMatch(attempt -> attempt.askInstead().isPresent());
    assertThat(attempts).anyMatch(FetchAttemptsTest::targetLosesItsPrefix);
    assertThat(attempts)
        .anyMatch(attempt -> !attempt.meanwhile().isEmpty() && !targetLosesItsPrefix(attempt));
    assertThat(attempts)
        .filteredOn(attempt -> attempt.meanwhile().isEmpty() && attempt.askInstead().isEmpty())
        .hasSizeBetween(attempts.size() / 4, attempts.size() * 3 / 4);
  }

  @Test
  void aboutEverySecondFetchHasAFaultAndEachComesUp() {
    List<FetchAttempt> attempts = attempts();

    assertThat(attempts)
        .filteredOn(attempt -> attempt.fault().isPresent())
        .hasSizeBetween(attempts.size() * 2 / 5, attempts.size() * 3 / 5)
        .extracting(attempt -> attempt.fault().orElseThrow())
        .containsAll(FetchFault.all());
  }

  @Test
  void someFetchesThatGoWrongAskSomebodyElse() {
    assertThat(attempts())
        .anyMatch(attempt -> attempt.fault().isPresent() && attempt.askInstead().isPresent());
  }

  /** What a fault leaves behind meets a later attempt of the same target. */
  @Test
  void theSameFetchIsTriedAgainAfterAFault() {
    long again =
        cases()
            .filter(
                drawn ->
                    drawn.fetches().size() > 1
                        && drawn.fetches().getFirst().fault().isPresent()
                        && drawn.fetches().stream()
                            .skip(1)
                            .anyMatch(later -> isSame(later, drawn.fetches().getFirst())))
            .count();

    assertThat(again).isGreaterThan(50);
    assertThat(cases()).allMatch(drawn -> drawn.fetches().size() <= 4);
  }

  private static boolean isSame(FetchAttempt left, FetchAttempt right) {
    return left.requestId().equals(right.requestId()) && left.target().equals(right.target());
  }

  private static boolean targetLosesItsPrefix(FetchAttempt attempt) {
    return attempt.meanwhile().stream()
        .anyMatch(
            event -> event instanceof Removed removed && removed.owner().equals(attempt.target()));
  }

  @Test
  void targetIsNeverAskedItself() {
    assertThat(attempts())
        .allMatch(attempt -> attempt.askInstead().stream().noneMatch(attempt.target()::equals));
  }

  /** A guess at the hint: somebody holds the block at the target's frontier. */
  @Test
  void mostTargetsLackSomethingThatSomebodyHolds() {
    long cases = 0;
    for (int i = 0; i < 500; i++) {
      SeededRandom random = new SeededRandom(i);
      HistoryDraft history = Histories.draft(Profile.FETCH, CaseSize.USUAL, random);
      List<Reach> reaches =
          Reach.all(history, Requests.draw(history, CaseSize.USUAL, random.fork("requests")));
      assertThat(reaches)
          .allMatch(reach -> reach.frontier() < reach.end())
          .noneMatch(reach -> reach.source().equals(reach.target()));
      cases += reaches.isEmpty() ? 0 : 1;
    }

    assertThat(cases).isGreaterThan(350);
  }

  @Test
  void reachIsTheFurthestOfPrefixAndContinuation() {
    HistoryDraft history = history();
    var ranks = history.population().ranks();
    PromptChain chain = history.families().chains().getFirst();
    history.offer(chain.stored(ranks.get(0), StorageTier.DEVICE, 0, 2));
    history.offer(chain.stored(ranks.get(1), StorageTier.HOST_PINNED, 2, 4));
    var request = new Request("q1", chain.localHashes(), ranks.subList(0, 2));

    List<Reach> reaches = Reach.all(history, List.of(request));

    assertThat(reaches)
        .containsExactly(
            new Reach(request, ranks.get(0), chain, 2, ranks.get(1), 4),
            new Reach(request, ranks.get(1), chain, 0, ranks.get(0), 2));
    assertThat(reaches.getFirst().couldServe(history, ranks.get(1))).isTrue();
    assertThat(reaches.getFirst().couldServe(history, ranks.get(0))).isFalse();
  }

  /** Nothing stored, and a first chain of at least four blocks. */
  private static HistoryDraft history() {
    return Stream.iterate(0L, seed -> seed + 1)
        .map(
            seed ->
                new HistoryDraft(
                    Profile.FETCH,
                    Population.draw(new SeededRandom(seed)),
                    PromptFamilies.draw(new SeededRandom(seed), false)))
        .filter(draft -> draft.families().chains().getFirst().length() >= 4)
        .findFirst()
        .orElseThrow();
  }

  private static List<FetchAttempt> attempts() {
    return cases().flatMap(drawn -> drawn.fetches().stream()).toList();
  }

  private static Stream<Case> cases() {
    return IntStream.range(0, 500).mapToObj(i -> Cases.draw(Profile.FETCH, SeededRandom.mix(5, i)));
  }
}
