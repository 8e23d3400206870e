package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerSnapshot;
import kvproof.router.predict.PredictionConfig;
import kvproof.router.predict.PredictionConfig.CachePolicy;
import kvproof.router.queue.VirtualClock;
import org.junit.jupiter.api.Test;

/** A partition whose engines report nothing: it goes by its own bookings. */
class PredictedIndexTest {

  private static Scene scene(PredictionConfig config) {
    Scene scene =
        new Scene() {
          @Override
          public PartitionIndex openIndex(VirtualClock partitionClock) {
            clock = partitionClock;
            return new PredictedIndex(config, router, partitionClock, hostWarnings);
          }
        };
    return scene.start(Scene.settings()).workers(1, 2);
  }

  private static double overlap(Scene scene, String id, long workerId) {
    scene.query(id, 4, none -> none.withPin(rank(workerId)));
    return scene.chosen(id).orElseThrow().effectiveOverlapBlocks();
  }

  @Test
  void aBookingIsRecordedUntilItsTimeIsOver() {
    Scene scene = scene(PredictionConfig.predicting(CachePolicy.TTL, 10_000));

    scene.bookOn(1, "a", 3);

    assertThat(overlap(scene, "now", 1)).isEqualTo(3);
    assertThat(overlap(scene, "elsewhere", 2)).isZero();
    scene.advanceTo(11 * SECOND);
    assertThat(overlap(scene, "later", 1)).isZero();
  }

  @Test
  void leasesAndQueriesAreNotRecorded() {
    Scene scene = scene(PredictionConfig.predicting(CachePolicy.TTL, 10_000));

    scene.submit(request("leased", Admission.LEASE, 3));
    scene.query("asked", 3);

    assertThat(overlap(scene, "on 1", 1)).isZero();
    assertThat(overlap(scene, "on 2", 2)).isZero();
  }

  @Test
  void whatWasUndoneIsNotRecorded() {
    Scene scene = scene(PredictionConfig.predicting(CachePolicy.TTL, 10_000));
    scene.delivers = id -> !id.equals("lost");

    scene.bookOn(1, "lost", 3);

    assertThat(overlap(scene, "after", 1)).isZero();
  }

  @Test
  void aSideIndexCountsBesideWhatEnginesReportAndNamesNoSources() {
    Scene scene = scene(PredictionConfig.withSideIndex(10_000));
    scene.partition.index().replace(WorkerSnapshot.unlisted());
    scene.device(2, 1, 2);

    scene.bookOn(1, "a", 3);
    scene.bookOn(1, "b", 4);

    assertThat(overlap(scene, "predicted", 1)).isEqualTo(4);
    assertThat(overlap(scene, "reported", 2)).isEqualTo(2);
    assertThat(scene.hint("a")).isEmpty();
    assertThat(scene.warnings).hasSize(1).first().asString().contains("routing decisions");
  }

  @Test
  void aBookingWhoseBlocksAreNotTrackedIsRecordedToo() {
    Scene scene = scene(PredictionConfig.predicting(CachePolicy.TTL, 10_000));
    SelectionRequest tracked = request("a", Admission.BOOK, 3);

    scene.submit(
        new SelectionRequest(
            "a",
            Admission.BOOK,
            tracked.localHashes(),
            BlockHashes.empty(),
            tracked.promptTokens(),
            RequestConstraints.none().withPin(rank(1)),
            tracked.wishes(),
            tracked.override(),
            tracked.sharedHits(),
            tracked.expectedOutputTokens()));

    assertThat(overlap(scene, "now", 1)).isEqualTo(3);
    assertThat(overlap(scene, "elsewhere", 2)).isZero();
    scene.submit(SelectionRequest.of("short", Admission.BOOK, BlockHashes.empty(), 3));
    assertThat(scene.isAnswered("short")).isTrue();
  }
}
