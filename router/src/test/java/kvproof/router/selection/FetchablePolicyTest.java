package kvproof.router.selection;

import static kvproof.router.selection.Scene.hashes;
import static kvproof.router.selection.Scene.rank;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvproof.router.policy.BatchView;
import kvproof.router.policy.Contributions;
import kvproof.router.policy.Filter;
import kvproof.router.policy.FilterVerdict;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.Picker;
import kvproof.router.policy.RowView;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.Scorer;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.WorkerSelectionPolicy;
import org.junit.jupiter.api.Test;

/** Custom policies that read how much a rank could fetch: the hint keeps the stored source. */
class FetchablePolicyTest {
  private static final List<OptionalInt> READ = new ArrayList<>();

  private static OptionalInt fetchable(RowView row) {
    return row.cache().orElseThrow().fetchableBlocks();
  }

  private record Prefers() implements Scorer {
    @Override
    public InputSet inputs() {
      return InputSet.CACHE;
    }

    @Override
    public void score(SelectionContext context, BatchView rows, Contributions contributions) {
      for (int row = 0; row < rows.size(); row++) {
        READ.add(fetchable(rows.row(row)));
        contributions.set(row, -fetchable(rows.row(row)).orElse(0));
      }
    }
  }

  /** Looks at it, and likes the larger worker id. */
  private record Ignores() implements Scorer {
    @Override
    public InputSet inputs() {
      return InputSet.CACHE;
    }

    @Override
    public void score(SelectionContext context, BatchView rows, Contributions contributions) {
      for (int row = 0; row < rows.size(); row++) {
        READ.add(fetchable(rows.row(row)));
        contributions.set(row, -rows.row(row).worker().workerId());
      }
    }
  }

  private record Rejects() implements Filter {
    @Override
    public InputSet inputs() {
      return InputSet.CACHE;
    }

    @Override
    public FilterVerdict judge(SelectionContext context, RowView row) {
      READ.add(fetchable(row));
      return FilterVerdict.keepIf(fetchable(row).orElse(0) <= 5);
    }
  }

  private record Cheapest() implements Picker {
    @Override
    public InputSet inputs() {
      return InputSet.NONE;
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      int best = 0;
      for (int row = 1; row < rows.size(); row++) {
        best = rows.cost(row) < rows.cost(best) ? row : best;
      }
      return best;
    }
  }

  /**
   * Of 15 blocks worker 1 holds ten and worker 2 none; 5 holds 11-15, 6 holds 1-8 (both host): 1
   * may fetch five from 5, 2 may fetch ten from 1.
   */
  private static Scene scene(WorkerSelectionPolicy policy) {
    READ.clear();
    Scene scene = new Scene();
    scene.policy = terms -> policy;
    scene.start(Scene.settings()).published("decode", 1, 2, 5, 6).workers(1, 2);
    return scene.device(1, 1, 10).host(5, 11, 15).host(6, 1, 8);
  }

  @Test
  void prefersWhoCanFetchMost() {
    Scene scene =
        scene(WorkerSelectionPolicy.builder().scorer(new Prefers()).picker(new Cheapest()).build());

    scene.book("a", 15);

    assertThat(READ).containsExactly(OptionalInt.of(5), OptionalInt.of(10));
    assertThat(scene.rankOf("a")).isEqualTo(rank(2));
    assertThat(scene.chosen("a").orElseThrow().source()).contains(rank(1));
    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://w1:9000");
    assertThat(scene.fetch("a").blockHashes()).isEqualTo(hashes(1, 10));
  }

  @Test
  void ignoresIt() {
    Scene scene =
        scene(WorkerSelectionPolicy.builder().scorer(new Ignores()).picker(new Cheapest()).build());

    scene.book("a", 15);

    assertThat(scene.rankOf("a")).isEqualTo(rank(2));
    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://w1:9000");
    assertThat(scene.fetch("a").blockHashes()).isEqualTo(hashes(1, 10));
  }

  @Test
  void rejectsWhoWouldFetchMuch() {
    Scene scene =
        scene(WorkerSelectionPolicy.builder().filter(new Rejects()).picker(new Cheapest()).build());

    scene.book("a", 15);

    assertThat(READ).containsExactly(OptionalInt.of(5), OptionalInt.of(10));
    assertThat(scene.rankOf("a")).isEqualTo(rank(1));
    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://w5:9000");
    assertThat(scene.fetch("a").blockHashes()).isEqualTo(hashes(1, 15));
  }

  @Test
  void aPolicyThatReadsNothingOfItGetsTheHintAllTheSame() {
    Scene scene =
        scene(
            WorkerSelectionPolicy.builder()
                .scorer(
                    new Scorer() {
                      @Override
                      public InputSet inputs() {
                        return InputSet.CACHE;
                      }

                      @Override
                      public void score(
                          SelectionContext context, BatchView rows, Contributions contributions) {
                        for (int row = 0; row < rows.size(); row++) {
                          contributions.set(row, row);
                        }
                      }
                    })
                .picker(new Cheapest())
                .build());

    scene.book("a", 15);

    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://w5:9000");
  }

  @Test
  void aQueryHasNothingToReadThere() {
    Scene scene =
        scene(WorkerSelectionPolicy.builder().scorer(new Prefers()).picker(new Cheapest()).build());

    scene.query("q", 15);

    assertThat(READ).containsExactly(OptionalInt.empty(), OptionalInt.empty());
    assertThat(scene.rankOf("q")).isEqualTo(rank(1));
  }
}
