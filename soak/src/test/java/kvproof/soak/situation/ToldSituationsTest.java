package kvproof.soak.situation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Situations;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

class ToldSituationsTest {

  @Test
  void nothingThatArrivesIsPromisedAndEverythingElseIs() {
    Situations all = new SituationCatalogue();
    Situations told = new ToldSituations(true);
    List<String> ofArrivals =
        Stream.of(
                StreamSituations.all(),
                RecoverySituations.all(),
                ExpirySituations.all(),
                CapacitySituations.all())
            .flatMap(List::stream)
            .map(Situation::name)
            .toList();

    for (Profile profile : List.of(Profile.ENGINE, Profile.CONSISTENT, Profile.IRREGULAR)) {
      assertThat(told.promised(profile)).isNotEmpty().doesNotContainAnyElementsOf(ofArrivals);
      assertThat(all.promised(profile)).containsAll(told.promised(profile));
    }
  }

  @Test
  void nothingIsPromisedWhereSomethingIsNotTold() {
    assertThat(new ToldSituations(false).promised(Profile.ENGINE)).isEmpty();
  }

  @Test
  void whatIsMetIsCountedAllTheSame() {
    Situations.Counter counter = new ToldSituations(false).newCounter(Profile.ENGINE);
    CaseRunner runner = new CaseRunner(Contest.standard().withChecks(List.of()), counter);

    for (int i = 0; i < 20; i++) {
      runner.run(Cases.draw(Profile.ENGINE, SeededRandom.mix(1, i)));
    }

    assertThat(counter.counts()).isNotEmpty();
    assertThat(counter.counts().values()).anyMatch(count -> count > 0);
  }
}
