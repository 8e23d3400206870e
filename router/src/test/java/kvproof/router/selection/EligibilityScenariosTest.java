package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EligibilityScenariosTest {

  private static UnaryOperator<RequestConstraints> requiring(String... taints) {
    return none -> none.withRequiredTaints(new TreeSet<>(List.of(taints)));
  }

  private static void overload(Scene scene, Long... workerIds) {
    scene.partition.replaceHealth(
        new WorkerHealth(Optional.empty(), new TreeSet<>(List.of(workerIds))));
  }

  @Test
  @Tag("A22")
  void aTaintThatNobodyHas() {
    Scene scene = Scene.open().workers(List.of(tainted(1, "a"), tainted(2)));

    scene.query("q", 4, requiring("b"));

    assertThat(scene.error("q")).isEqualTo(new NoEndpoints());
  }

  @Test
  @Tag("A23")
  void aTaintThatOneWorkerHas() {
    Scene scene = Scene.open().workers(List.of(tainted(1), tainted(2, "b"))).device(1, 1, 4);

    scene.query("q", 4, requiring("b"));

    assertThat(scene.rankOf("q")).isEqualTo(rank(2));
  }

  @Test
  @Tag("A24")
  void eachRequestGetsWhoCarriesWhatItRequires() {
    Scene scene =
        Scene.open().workers(List.of(tainted(1, "a"), tainted(2, "b"), tainted(3, "a", "b")));

    for (int i = 0; i < 20; i++) {
      scene.query("a" + i, 4, requiring("a"));
      scene.query("b" + i, 4, requiring("b"));
      scene.query("ab" + i, 4, requiring("a", "b"));
      assertThat(scene.rankOf("a" + i)).isIn(rank(1), rank(3));
      assertThat(scene.rankOf("b" + i)).isIn(rank(2), rank(3));
      assertThat(scene.rankOf("ab" + i)).isEqualTo(rank(3));
    }
  }

  @Test
  @Tag("A25")
  void theNextBestIfTheBestIsOverloaded() {
    Scene scene = Scene.open().workers(1, 2, 3).device(1, 1, 4).device(2, 1, 3);
    overload(scene, 1L);

    scene.query("q", 4);

    assertThat(scene.rankOf("q")).isEqualTo(rank(2));
  }

  @Test
  @Tag("A26")
  void everyEligibleWorkerIsOverloaded() {
    Scene scene = Scene.open().workers(List.of(tainted(1, "a"), tainted(2)));
    overload(scene, 1L);

    scene.query("q", 4, requiring("a"));

    assertThat(scene.error("q")).isEqualTo(new AllEligibleWorkersOverloaded());
  }

  @Test
  @Tag("A27")
  void anOverloadedPinIsNotReplaced() {
    Scene scene = Scene.open().workers(1, 2);
    overload(scene, 1L);

    scene.bookOn(1, "pinned", 4);

    assertThat(scene.error("pinned")).isEqualTo(new PinnedWorkerOverloaded(1));
    assertThat(scene.load(2).activeRequests()).isZero();
  }
}
