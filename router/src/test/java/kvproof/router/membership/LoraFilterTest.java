package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.PartitionKey;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoraFilterTest {
  private static final RequestConstraints ANY = RequestConstraints.none();

  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> PartitionRules.plain(16),
          stream -> {
            throw new AssertionError(stream);
          },
          partition -> {});
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void workersOneToFour() {
    for (long workerId = 1; workerId <= 4; workerId++) {
      catalog.upsert(WorkerDraft.of(workerId).endpoint("http://w").blockSize(16).registration());
    }
  }

  private static SortedSet<Long> ids(Long... workerIds) {
    return new TreeSet<>(List.of(workerIds));
  }

  private RequestConstraints narrowed(RequestConstraints constraints, Long... named) {
    LoraFilter filter =
        (adapter, universe) -> {
          asked.add(adapter + " of " + universe);
          return ids(named);
        };
    return filter.narrow(constraints, "sql", catalog.published(PartitionKey.defaults()));
  }

  @Test
  @Tag("I26")
  void subsetNarrows() {
    assertThat(narrowed(ANY, 2L, 3L).allowedWorkers()).hasValue(ids(2L, 3L));
    assertThat(narrowed(ANY.withAllowedWorkers(ids(1L, 2L)), 2L).allowedWorkers())
        .hasValue(ids(2L));
    assertThat(asked).containsExactly("sql of [1, 2, 3, 4]", "sql of [1, 2]");
  }

  @Test
  @Tag("I26")
  void nothingKeepsTheOriginal() {
    RequestConstraints allowing = ANY.withAllowedWorkers(ids(1L, 2L));

    assertThat(narrowed(ANY)).isEqualTo(ANY);
    assertThat(narrowed(allowing)).isEqualTo(allowing);
  }

  @Test
  @Tag("I26")
  void outsidersAreDropped() {
    RequestConstraints allowing = ANY.withAllowedWorkers(ids(1L, 2L));

    assertThat(narrowed(ANY, 2L, 9L).allowedWorkers()).hasValue(ids(2L));
    assertThat(narrowed(allowing, 2L, 3L).allowedWorkers()).hasValue(ids(2L));
    assertThat(narrowed(allowing, 3L, 9L)).isEqualTo(allowing);
  }

  @Test
  @Tag("I26")
  void pinOfTheUniverseIsKept() {
    RequestConstraints pinned = ANY.withPin(new WorkerWithDpRank(4, 0));

    assertThat(narrowed(pinned, 2L).allowedWorkers()).hasValue(ids(2L, 4L));
    assertThat(narrowed(pinned.withAllowedWorkers(ids(1L, 2L)), 2L).allowedWorkers())
        .hasValue(ids(2L));
    assertThat(narrowed(pinned, 2L).pin()).isEqualTo(pinned.pin());
  }
}
