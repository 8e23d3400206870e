package kvproof.router.queue;

import static kvproof.router.queue.Queues.W1;
import static kvproof.router.queue.Queues.cell;
import static kvproof.router.queue.Queues.queueClass;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import kvproof.model.AffinityTarget;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionError.InvalidClassification;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RequestClassificationTest {
  private static final AffinityTarget TARGET = new AffinityTarget(5, OptionalInt.of(1));

  private final PolicyQueue<String> queue =
      new PolicyQueue<>(
          new QueueProfile(
              List.of(queueClass("explicit", 1), cell("family_all", "family", "all")),
              List.of(new CacheBucket("all", 0)),
              Optional.of("family")));

  @Test
  @Tag("G32")
  void unknownClassPhysicalFamilyClassAndCostZeroAreInvalid() {
    assertThat(ofClass("unknown").invalidIn(queue)).hasValueSatisfying(names("'unknown'"));
    assertThat(ofClass("family_all").invalidIn(queue)).hasValueSatisfying(names("'family_all'"));
    assertThat(ofClass("").invalidIn(queue)).hasValueSatisfying(names("''"));
    assertThat(ofCost(0).invalidIn(queue)).hasValueSatisfying(names("0"));
    assertThat(ofCost(-7).invalidIn(queue)).hasValueSatisfying(names("-7"));
  }

  @Test
  void explicitClassFamilyAndCostOneAreValid() {
    assertThat(ofClass("explicit").invalidIn(queue)).isEmpty();
    assertThat(ofClass("family").invalidIn(queue)).isEmpty();
    assertThat(ofCost(1).invalidIn(queue)).isEmpty();
    assertThat(RequestClassification.none().invalidIn(queue)).isEmpty();
  }

  @Test
  void whatItSetsReplacesWhatTheRequestSays() {
    QueueWishes wishes = new QueueWishes("family", 3, 1.5, OptionalLong.of(10));
    RequestClassification classification =
        new RequestClassification(
            Optional.of("explicit"), OptionalLong.of(7), OptionalLong.of(2), Optional.empty());

    assertThat(classification.applyTo(wishes))
        .isEqualTo(new QueueWishes("explicit", 3, 1.5, OptionalLong.of(7)));
    assertThat(classification.applyTo(QueueCost.of(64, 32))).isEqualTo(new QueueCost(64, 32, 2));
    assertThat(RequestClassification.none().applyTo(wishes)).isEqualTo(wishes);
    assertThat(RequestClassification.none().applyTo(QueueCost.of(64, 32)))
        .isEqualTo(new QueueCost(64, 32, 32));
  }

  @Test
  void pinSurvivesAndSuppressesTheTarget() {
    RequestConstraints pinned = RequestConstraints.none().withPin(W1);

    assertThat(ofTarget().applyTo(pinned)).isEqualTo(pinned);
  }

  @Test
  void allowListSurvivesBesideTheTarget() {
    RequestConstraints allowed =
        RequestConstraints.none().withAllowedWorkers(new TreeSet<>(List.of(1L)));

    assertThat(ofTarget().applyTo(allowed)).isEqualTo(allowed.withAffinity(TARGET));
    assertThat(RequestClassification.none().applyTo(allowed)).isEqualTo(allowed);
  }

  private static Consumer<InvalidClassification> names(String value) {
    return invalid -> assertThat(invalid.reason()).contains(value);
  }

  private static RequestClassification ofClass(String policyClass) {
    return new RequestClassification(
        Optional.of(policyClass), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());
  }

  private static RequestClassification ofCost(long cost) {
    return new RequestClassification(
        Optional.empty(), OptionalLong.empty(), OptionalLong.of(cost), Optional.empty());
  }

  private static RequestClassification ofTarget() {
    return new RequestClassification(
        Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.of(TARGET));
  }
}
