package kvproof.soak.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.IndexStep;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.FetchExpectation;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FetchSituationsTest {
  private static final String HEADER = "kvproof-case 1\nprofile fetch\nseed 0\n";

  /** Two blocks to pin, then two to claim: whatever may go wrong finds something to strike. */
  private static final String FOUR_BLOCKS =
      """
      store 2/0 device root 1:101 2:102
      store 2/0 host_pinned 102 3:103 4:104
      ask q1 local 1 2 3 4 targets 1/0
      fetch q1 target 1/0""";

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void faultThatStrikesIsASituationOfItsOwn(FetchFault fault) {
    String words = fault.toString().toLowerCase(Locale.ROOT);
    String clause = " fault " + words.replace(" while", "");

    assertThat(faultsMet(FOUR_BLOCKS + clause))
        .containsExactly("fetch met " + words.replace('_', ' '));
  }

  static List<FetchFault> faults() {
    return FetchFault.all();
  }

  @Test
  void fetchWithoutAFaultMeetsNone() {
    assertThat(faultsMet(FOUR_BLOCKS)).isEmpty();
  }

  @Test
  void faultThatDoesNotStrikeIsNotMet() {
    String nothingToPin =
        """
        store 2/0 host_pinned root 1:101 2:102
        ask q1 local 1 2 targets 1/0
        fetch q1 target 1/0 fault pins_unanswered accepted""";

    assertThat(faultsMet(nothingToPin)).isEmpty();
  }

  @Test
  void fetchWithoutAHintMeetsNothing() {
    String nobodyHasIt = "ask q1 local 1 targets 1/0\nfetch q1 target 1/0 fault lost_ack hinted";

    assertThat(counts(nobodyHasIt).values()).containsOnly(0L);
  }

  private static List<String> faultsMet(String steps) {
    return counts(steps).entrySet().stream()
        .filter(count -> count.getValue() > 0 && count.getKey().startsWith("fetch met "))
        .map(Map.Entry::getKey)
        .toList();
  }

  static Stream<Arguments> aCaseMeetsItAndOneJustDoesNot() throws IOException {
    return Stream.of(text().split("(?m)^situation "))
        .skip(1) // what stands before the first one
        .map(block -> block.split("\n(met|missed)\n", -1))
        .map(parts -> arguments(parts[0].strip(), parts[1], parts[2]));
  }

  private static String text() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FetchSituationsTest.class.getResourceAsStream("fetches.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void aCaseMeetsItAndOneJustDoesNot(String situation, String met, String missed) {
    assertThat(counts(met)).as("met").containsEntry(situation, 1L);
    assertThat(counts(missed)).as("missed").containsEntry(situation, 0L);
  }

  @Test
  void everySituationHasItsExamples() throws IOException {
    assertThat(
            Stream.concat(
                faults().stream()
                    .map(fault -> fault.toString().toLowerCase(Locale.ROOT))
                    .map(words -> "fetch met " + words.replace('_', ' ')),
                aCaseMeetsItAndOneJustDoesNot().map(example -> (String) example.get()[0])))
        .containsExactlyElementsOf(FetchSituations.all().stream().map(Situation::name).toList());
  }

  /** A long run of the profile that carries out hints must meet them all, and no other run. */
  @Test
  void onlyTheProfileThatCarriesOutHintsPromisesThem() {
    List<String> names = FetchSituations.all().stream().map(Situation::name).toList();
    for (Profile profile : Profile.values()) {
      if (profile == Profile.FETCH) {
        assertThat(new SituationCatalogue().promised(profile)).containsAll(names);
      } else {
        assertThat(new SituationCatalogue().promised(profile)).doesNotContainAnyElementsOf(names);
      }
    }
  }

  /** By the two oracles alone: one says what is hinted, the other what comes of it. */
  private static SortedMap<String, Long> counts(String steps) {
    Case told = CaseText.parse(HEADER + steps);
    OwnerInventoryOracle inventories = new OwnerInventoryOracle();
    FetchOutcomeOracle outcomes = new FetchOutcomeOracle();
    var counter = new SituationCounter(FetchSituations.all());
    counter.started(told, inventories);
    told.steps().stream().map(IndexStep.class::cast).forEach(inventories::take);
    told.steps().stream().map(IndexStep.class::cast).forEach(outcomes::take);
    SortedMap<String, Answer> answers = new TreeMap<>();
    for (Request request : told.requests()) {
      answers.put(request.id(), inventories.answer(request));
      counter.answered(request, answers.get(request.id()), true);
    }
    for (FetchAttempt attempt : told.fetches()) {
      SourceChoice choice = answers.get(attempt.requestId()).choices().get(attempt.target());
      FetchExpectation expected = carriedOut(outcomes, attempt, choice);
      counter.fetched(attempt, expected.result(), expected.strikes());
    }
    return counter.counts();
  }

  private static FetchExpectation carriedOut(
      FetchOutcomeOracle outcomes, FetchAttempt attempt, SourceChoice choice) {
    attempt.meanwhile().forEach(outcomes::take);
    Optional<Owner> listening = attempt.askInstead().<Owner>map(rank -> rank).or(choice::source);
    BlockHashes hint =
        choice
            .hint()
            .map(hinted -> ((Fetch) hinted.actions().getFirst()).blockHashes())
            .orElse(BlockHashes.of());
    return outcomes.fetch(attempt.target(), listening, hint, attempt.fault());
  }
}
