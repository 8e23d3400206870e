package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError.InvalidClassification;
import kvproof.model.SelectionRequest;
import kvproof.router.queue.RequestClassification;
import kvproof.router.queue.Submission;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClassifierScenariosTest {
  private static final RequestClassification TO_WORKER_2 =
      new RequestClassification(
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.of(new AffinityTarget(2, OptionalInt.empty())));

  private static QueueClass cell(String bucket) {
    return new QueueClass(
        "standard_" + bucket,
        Optional.of(new Cell("standard", bucket)),
        QueueOrder.FCFS,
        1,
        OptionalLong.of(0),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static QueueProfile buckets() {
    return new QueueProfile(
        List.of(cell("cached"), cell("uncached")),
        List.of(new CacheBucket("cached", 0), new CacheBucket("uncached", 32)),
        Optional.of("standard"));
  }

  @Test
  @Tag("G33")
  void aPinStaysAndTheTargetIsDropped() {
    Scene scene = Scene.open().workers(1, 2);
    SelectionRequest pinned =
        request("pinned", Admission.BOOK, 2).with(RequestConstraints.none().withPin(rank(1)));

    scene.submit(Submission.of(request("free", Admission.BOOK, 2)).with(TO_WORKER_2));
    scene.submit(Submission.of(pinned).with(TO_WORKER_2));

    assertThat(scene.rankOf("free")).isEqualTo(rank(2));
    assertThat(scene.rankOf("pinned")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G33")
  void anAllowListStillApplies() {
    Scene scene = Scene.open().workers(1, 2);
    SortedSet<Long> one = new TreeSet<>(List.of(1L));

    scene.submit(
        Submission.of(
                request("a", Admission.BOOK, 2)
                    .with(RequestConstraints.none().withAllowedWorkers(one)))
            .with(TO_WORKER_2));

    assertThat(scene.rankOf("a")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G34")
  void whoseCachedWorkerLeftIsBucketedAsUncached() {
    Scene scene = Scene.open(Scene.settings(buckets())).workers(1, 2).device(1, 1, 4);
    Submission classified =
        Submission.of(request("before", Admission.QUERY, 4))
            .with(
                new RequestClassification(
                    Optional.of("standard"),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty()));
    scene.submit(classified);
    assertThat(scene.counters("standard_cached").received()).isEqualTo(1);

    scene.workers(2);
    scene.submit(classified);

    assertThat(scene.counters("standard_cached").received()).isEqualTo(1);
    assertThat(scene.counters("standard_uncached").received()).isEqualTo(1);
  }

  private static RequestClassification classified(String policyClass, OptionalLong cost) {
    return new RequestClassification(
        Optional.of(policyClass), OptionalLong.empty(), cost, Optional.empty());
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        arguments(classified("nobody", OptionalLong.empty()), "nobody"),
        arguments(classified("standard_cached", OptionalLong.empty()), "standard_cached"),
        arguments(classified("standard", OptionalLong.of(0)), "0"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  @Tag("G32")
  void anInvalidClassificationIsRefusedBeforeAnythingIsCounted(
      RequestClassification classification, String named) {
    Scene scene = Scene.open(Scene.settings(buckets())).workers(1);

    scene.submit(Submission.of(request("a", Admission.BOOK, 2)).with(classification));

    assertThat(scene.error("a"))
        .isInstanceOfSatisfying(
            InvalidClassification.class, refusal -> assertThat(refusal.reason()).contains(named));
    assertThat(scene.chosen("a")).isEmpty();
    assertThat(scene.load(1).activeRequests()).isZero();
    assertThat(scene.counters("standard_cached").received()).isZero();
    assertThat(scene.counters("standard_uncached").received()).isZero();
    assertThat(scene.claims.isLive("a")).isFalse();
    scene.submit(
        Submission.of(request("a", Admission.BOOK, 2))
            .with(classified("standard", OptionalLong.of(1))));
    assertThat(scene.rankOf("a")).isEqualTo(rank(1));
  }

  @Test
  void aClassifiersDeadlineCounts() {
    Scene scene = Scene.open(Scene.busyAtOnce()).workers(1);
    scene.book("active", 2);
    var soon =
        new RequestClassification(
            Optional.empty(),
            OptionalLong.of(Scene.SECOND),
            OptionalLong.empty(),
            Optional.empty());

    scene.submit(
        Submission.of(request("a", Admission.BOOK, 2).with(QueueWishes.none())).with(soon));
    scene.advanceTo(Scene.SECOND);

    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(1);
  }
}
