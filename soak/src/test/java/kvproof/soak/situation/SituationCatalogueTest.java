package kvproof.soak.situation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.run.CaseObserver;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Progress;
import kvproof.soak.run.RunControl;
import kvproof.soak.run.Side;
import kvproof.soak.run.Soak;
import kvproof.soak.run.Soak.Plan;
import kvproof.soak.scheduling.SchedulingCheck;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SituationCatalogueTest {
  private static final String HEADER = "kvproof-case 1\nprofile irregular\nseed 0\n";
  private static final Side ORACLE =
      new Side("oracle", OwnerInventoryOracle::new, Fronts::ofOracle);
  private static final Contest ORACLE_ALONE =
      new Contest(ORACLE, List.of(ORACLE), List.of(new SchedulingCheck()));

  /** A smallest case that meets a situation, and one that differs a little and does not. */
  private record Example(String situation, String met, String missed) {
    static Example parse(String block) {
      String[] parts = block.split("\n(met|missed)\n");
      return new Example(parts[0].strip(), parts[1], parts[2]);
    }
  }

  private static List<Example> examples() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            SituationCatalogueTest.class.getResourceAsStream("situations.txt"))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("(?m)^situation "))
          .skip(1) // what stands before the first one
          .map(Example::parse)
          .toList();
    }
  }

  static Stream<Arguments> aCaseMeetsItAndOneJustDoesNot() throws IOException {
    return examples().stream().map(e -> arguments(e.situation(), e.met(), e.missed()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void aCaseMeetsItAndOneJustDoesNot(String situation, String met, String missed) {
    assertThat(counts(met).get(situation)).as("met").isEqualTo(1);
    assertThat(counts(missed).get(situation)).as("missed").isEqualTo(0);
  }

  private static SortedMap<String, Long> counts(String steps) {
    return counts(List.of(CaseText.parse(HEADER + steps)));
  }

  private static SortedMap<String, Long> counts(List<Case> cases) {
    var counter = new SituationCatalogue().newCounter(Profile.IRREGULAR);
    var runner = new CaseRunner(ORACLE_ALONE, counter);
    cases.forEach(runner::run);
    return counter.counts();
  }

  @Test
  void everySituationHasItsExamplesOrIsOneOfFetches() throws IOException {
    assertThat(examples().stream().map(Example::situation))
        .containsExactlyElementsOf(
            SituationCatalogue.all().stream()
                .filter(situation -> situation.promise() != Promise.FETCHES)
                .map(Situation::name)
                .toList());
  }

  @Test
  void namesAreUniqueAndFitIntoAList() {
    List<String> names = SituationCatalogue.all().stream().map(Situation::name).toList();

    assertThat(names)
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(100)
        .noneMatch(n -> n.contains(","));
  }

  @Test
  @Tag("FS-28")
  void irregularHistoriesPromiseEverythingButSchedulersAndFetches() {
    var catalogue = new SituationCatalogue();

    assertThat(
            catalogue.promised(Profile.IRREGULAR).size()
                + catalogue.promised(Profile.FULL).size()
                + FetchSituations.all().size())
        .isEqualTo(SituationCatalogue.all().size());
    assertThat(catalogue.promised(Profile.CONSISTENT))
        .containsAll(catalogue.promised(Profile.ENGINE))
        .contains("device blocks behind a hole")
        .doesNotContain("off-chain target from nobody");
    assertThat(catalogue.promised(Profile.ENGINE))
        .containsAll(promisedButFetches())
        .contains("best source is not listed")
        .doesNotContain("device blocks behind a hole");
    assertThat(catalogue.promised(Profile.FETCH)).doesNotContain("best source is not listed");
    assertThat(catalogue.promised(Profile.FULL)).hasSizeGreaterThan(80).contains("looked up again");
  }

  private static List<String> promisedButFetches() {
    List<String> promised = new ArrayList<>(new SituationCatalogue().promised(Profile.FETCH));
    promised.removeAll(FetchSituations.all().stream().map(Situation::name).toList());
    return promised;
  }

  /** A case counts once, however often it meets a situation. */
  @Test
  void countsAreOfCases() {
    Case twice = CaseText.parse(HEADER + "store 1/0 device root\nstore 1/0 device root\n");

    assertThat(counts(List.of(twice, twice))).containsEntry("a store without blocks", 2L);
  }

  @Test
  void threadsDoNotShowInTheCounts() {
    assertThat(run(3)).isEqualTo(run(1));
  }

  private static SortedMap<String, Long> run(int threads) {
    var plan = new Plan(Profile.IRREGULAR, 0x5eed, 120, threads, Optional.empty());
    return new Soak(
            plan,
            ORACLE_ALONE,
            new SituationCatalogue(),
            RunControl.untilDone(),
            Progress.silent(),
            UnaryOperator.identity())
        .run()
        .report()
        .situations();
  }

  /** Whatever is drawn, the pairs that are left out of the catalogue do not come up. */
  @ParameterizedTest
  @EnumSource
  void impossiblePairsOfTargetAndSourceNeverComeUp(Profile profile) {
    List<String> impossible = new ArrayList<>();
    var observer = new PairObserver(impossible);
    var runner = new CaseRunner(ORACLE_ALONE, observer);
    for (long index = 0; index < 200; index++) {
      runner.run(Cases.draw(profile, SeededRandom.mix(0x9a175, index)));
    }

    assertThat(observer.seen).isGreaterThan(1_000);
    assertThat(impossible).isEmpty();
  }

  /** Looks at every target of every answer. */
  private static final class PairObserver implements CaseObserver {
    private final List<String> impossible;
    private Snapshots snapshots = Snapshots.atTheStart();
    private KvRouter oracle = new OwnerInventoryOracle();
    private int seen;

    PairObserver(List<String> impossible) {
      this.impossible = impossible;
    }

    @Override
    public void started(Case soakCase, KvRouter oracle) {
      this.oracle = oracle;
      snapshots = Snapshots.atTheStart();
    }

    @Override
    public void applied(int index, IndexStep step, ApplyStatus status) {
      snapshots = snapshots.after(step);
    }

    @Override
    public void answered(Request request, Answer expected, boolean atEnd) {
      var scene =
          new AnswerScene(request, expected, snapshots, () -> new Holdings(oracle.heldBlocks()));
      for (TargetScene target : scene.targets()) {
        seen++;
        if (target.shape().isPresent()
            && !ChoicePairs.isPossible(target.shape().get(), target.sourceKind())) {
          impossible.add(target.shape().get() + " from " + target.sourceKind());
        }
      }
    }
  }
}
