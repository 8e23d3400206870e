package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Admission;
import kvproof.router.queue.OverlapObserver.WorseOverlap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ObserverScenariosTest {
  private final List<WorseOverlap> seen = new ArrayList<>();

  /** Worker 1 holds four blocks and has much to do, worker 2 is idle. */
  private Scene scene() {
    Scene scene = new Scene();
    scene.observer = Optional.of(seen::add);
    scene.start(Scene.settings()).workers(1, 2).device(1, 1, 4);
    scene.bookOn(1, "heavy", 100);
    seen.clear();
    return scene;
  }

  @Test
  @Tag("G35")
  void betterOverlapElsewhereIsReported() {
    Scene scene = scene();

    scene.book("a", 8);

    assertThat(scene.rankOf("a")).isEqualTo(rank(2));
    assertThat(seen).containsExactly(new WorseOverlap("a", rank(2), 0, rank(1), 4));
  }

  @Test
  @Tag("G35")
  void theSmallestOfTheBetterRanksIsNamed() {
    Scene scene = scene().workers(1, 2, 3).device(3, 1, 4);
    scene.bookOn(3, "heavy too", 100);
    seen.clear();

    scene.book("a", 8);

    assertThat(seen).containsExactly(new WorseOverlap("a", rank(2), 0, rank(1), 4));
  }

  @Test
  @Tag("G35")
  void aTieAPinAndAnAdvisoryAreNot() {
    Scene scene = scene().device(2, 1, 4);
    scene.book("tie", 8);
    assertThat(scene.rankOf("tie")).isEqualTo(rank(2));
    assertThat(seen).isEmpty();

    Scene worse = scene();
    worse.bookOn(2, "pinned", 8);
    worse.submit(request("advisory", Admission.ADVISORY, 8));
    worse.query("query", 8);

    assertThat(worse.rankOf("advisory")).isEqualTo(rank(2));
    assertThat(seen).isEmpty();
  }

  @Test
  @Tag("G35")
  void itIsToldAfterTheTurn() {
    Scene scene = new Scene();
    List<Integer> decisionsSeen = new ArrayList<>();
    scene.observer = Optional.of(worse -> decisionsSeen.add(scene.decisions.size()));
    scene.start(Scene.settings()).workers(1, 2).device(1, 1, 4);
    scene.bookOn(1, "heavy", 100);

    scene.book("a", 8);

    assertThat(decisionsSeen).containsExactly(scene.decisions.size());
  }

  @Test
  @Tag("G35")
  void whatIsNotDeliveredIsNotReported() {
    Scene scene = scene();
    scene.delivers = id -> !id.equals("lost");

    scene.book("lost", 8);
    assertThat(scene.rankOf("lost")).isEqualTo(rank(2));
    scene.book("kept", 8);

    assertThat(seen).extracting(WorseOverlap::requestId).containsExactly("kept");
  }
}
