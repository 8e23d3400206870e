package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class PopulationTest {

  @Test
  void populationIsSmallSoThatItCollides() {
    assertThat(drawn())
        .allSatisfy(
            population -> {
              assertThat(population.workerIds()).hasSizeBetween(2, 5);
              assertThat(population.cacheOwners()).hasSizeBetween(0, 3).doesNotHaveDuplicates();
              assertThat(population.ranks()).doesNotHaveDuplicates();
              assertThat(population.ranks()).doesNotContain(population.bystander());
              assertThat(population.workerIds())
                  .allMatch(worker -> population.ranksOf(worker).size() <= 3);
            });
  }

  @Test
  void workersWithSeveralRanksAndNumbersBeyondSignedOnesComeUp() {
    assertThat(drawn().flatMap(population -> population.ranks().stream()).distinct())
        .contains(
            new WorkerWithDpRank(1, 0),
            new WorkerWithDpRank(5, 2),
            new WorkerWithDpRank(Long.MAX_VALUE, 0),
            new WorkerWithDpRank(Long.MIN_VALUE, 0),
            new WorkerWithDpRank(0, -1));
  }

  @Test
  void cacheOwnersComeInEveryNumber() {
    assertThat(drawn().map(population -> population.cacheOwners().size()).distinct())
        .containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  private static Stream<Population> drawn() {
    return IntStream.range(0, 3_000).mapToObj(seed -> Population.draw(new SeededRandom(seed)));
  }
}
