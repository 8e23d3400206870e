package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The open-addressing table against a plain map; few ranks, so that homes collide. */
class ResidentCountsViewPropertyTest {

  @Property(tries = 500)
  void tableIsAMap(@ForAll @Size(max = 200) List<@IntRange(max = 239) Integer> changes) {
    ResidentCounts counts = new ResidentCounts();
    Map<WorkerWithDpRank, Long> expected = new HashMap<>();
    long value = 0;
    for (int change : changes) {
      WorkerWithDpRank rank = new WorkerWithDpRank(change % 40, change % 2);
      if (change < 160) {
        counts.set(rank, ++value);
        expected.put(rank, value);
      } else if (change < 230) {
        counts.remove(rank);
        expected.remove(rank);
      } else {
        counts.removeIf(any -> any.workerId() % 7 == change % 7);
        expected.keySet().removeIf(any -> any.workerId() % 7 == change % 7);
      }
    }

    assertThat(counts.view().ranks()).isEqualTo(new TreeSet<>(expected.keySet()));
    for (int worker = 0; worker < 40; worker++) {
      WorkerWithDpRank rank = new WorkerWithDpRank(worker, worker % 2);
      assertThat(counts.blocks(rank))
          .isEqualTo(
              expected.containsKey(rank)
                  ? OptionalLong.of(expected.get(rank))
                  : OptionalLong.empty());
    }
  }
}
