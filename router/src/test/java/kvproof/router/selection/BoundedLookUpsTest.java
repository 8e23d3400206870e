package kvproof.router.selection;

import static kvproof.model.Admission.BOOK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import kvproof.model.QueueWishes;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.router.queue.Submission;
import kvproof.router.reuse.ReuseSeries;
import org.junit.jupiter.api.Test;

class BoundedLookUpsTest {
  private final Scene scene = Scene.open().workers(1, 2).device(1, 1, 4);
  private final BoundedLookUps lookUps = new BoundedLookUps(scene.partition, 2);

  private static Submission request(String id) {
    return Submission.of(Scene.request(id, BOOK, 4));
  }

  private static Submission request(String id, long deadlineNanos) {
    return Submission.of(
        Scene.request(id, BOOK, 4).with(new QueueWishes("", 0, 0, OptionalLong.of(deadlineNanos))));
  }

  private void submit(Submission submission) {
    lookUps.submit(submission, scene);
  }

  @Test
  void fs64NoMoreThanTheBoundIsInFlightAndTheRestGoesByLoad() {
    scene.bookOn(1, "busy", 10);
    submit(request("a"));
    submit(request("b"));
    assertThat(scene.chosen("a")).isEmpty();

    submit(request("c"));

    assertThat(scene.rankOf("c")).isEqualTo(Scene.rank(2));
    assertThat(scene.chosen("c").orElseThrow().maxRawCachedTokens()).hasValue(0);
    assertThat(lookUps.inFlight()).isEqualTo(2);
    assertThat(lookUps.begin()).hasValue("a");
    assertThat(scene.chosen("a").orElseThrow().maxRawCachedTokens()).hasValue(4 * Scene.BLOCK);
    assertThat(lookUps.inFlight()).isEqualTo(2);
    lookUps.end();
    assertThat(lookUps.inFlight()).isEqualTo(1);
    assertThat(lookUps.shed()).isEqualTo(1);
  }

  @Test
  void deadlineThatPassesBeforeTheTurnCostsNoLookUp() {
    submit(request("late", 10));
    submit(request("b", 30));
    lookUps.advanceTo(10);

    assertThat(lookUps.begin()).hasValue("b");

    assertThat(scene.error("late")).isEqualTo(new DeadlineExceeded());
    assertThat(lookUps.expired()).isEqualTo(1);
    assertThat(lookUps.lookedUp()).isEqualTo(1);
    submit(request("too late", 10));
    assertThat(scene.error("too late")).isEqualTo(new DeadlineExceeded());
  }

  @Test
  void cancelledRequestLosesItsPlace() {
    submit(request("a"));
    lookUps.cancel("a");

    assertThat(lookUps.begin()).isEmpty();
    assertThat(lookUps.inFlight()).isZero();
  }

  @Test
  void requestThatNobodyWaitsForIsPassedOver() {
    submit(request("a"));
    scene.isListening = false;

    assertThat(lookUps.begin()).isEmpty();
    assertThat(scene.decisions).isEmpty();
  }

  /** Nothing is known of what it would have found: it is neither a query nor a miss. */
  @Test
  void shedRequestIsNoQueryOfTheCache() {
    scene.submit(request("a").shed());
    scene.bookOn(1, "b", 4);

    assertThat(scene.partition.reuse().orElseThrow().first())
        .isEqualTo(new ReuseSeries(1, 0, 4, 4));
  }

  /** It waited long enough to be looked up again, and is not. */
  @Test
  void shedRequestIsNotLookedUpLaterEither() {
    Scene queueing = Scene.open(Scene.refreshingAfter(5)).workers(1).device(1, 1, 4);
    queueing.book("busy", 5);
    queueing.submit(request("a").shed());

    queueing.advanceTo(10);
    queueing.release("busy");

    assertThat(queueing.chosen("a").orElseThrow().effectiveOverlapBlocks()).isZero();
  }

  @Test
  void lookUpThatWasNotBegunDoesNotEnd() {
    assertThatThrownBy(lookUps::end).hasMessageContaining("no look-up was begun");
    assertThatThrownBy(() -> new BoundedLookUps(scene.partition, 0)).hasMessageContaining("not 0");
  }
}
