package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import kvproof.model.FetchFault;
import org.junit.jupiter.api.Test;

class FaultSwarmTest {

  @Test
  void casesKnowNoFaultOrFewOrManyOrAll() {
    assertThat(swarms())
        .extracting(swarm -> swarm.faults().size())
        .contains(0, 3, 12, FetchFault.all().size());
  }

  @Test
  void fetchHasOnlyFaultsThatItsCaseKnows() {
    for (FaultSwarm swarm : swarms()) {
      SeededRandom random = new SeededRandom(1);
      Set<FetchFault> drawn = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        swarm.next(random).ifPresent(drawn::add);
      }

      assertThat(swarm.faults()).containsAll(drawn);
      assertThat(drawn.isEmpty()).isEqualTo(swarm.faults().isEmpty());
    }
  }

  @Test
  void everySwarmLeavesSomeFetchesAlone() {
    for (FaultSwarm swarm : swarms()) {
      SeededRandom random = new SeededRandom(2);

      assertThat(IntStream.range(0, 100).mapToObj(i -> swarm.next(random)))
          .contains(Optional.empty());
    }
  }

  private static List<FaultSwarm> swarms() {
    return IntStream.range(0, 60).mapToObj(i -> FaultSwarm.draw(new SeededRandom(i))).toList();
  }
}
