package kvproof.soak.dataplane.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import org.junit.jupiter.api.Test;

class TimelineTest {

  private static TimelineEvent event(long at, Side side, Kind kind, String what) {
    return new TimelineEvent(at, side, kind, what, 10);
  }

  @Test
  void eventsAreSortedAndBeginAtZero() {
    Timeline timeline =
        Timeline.of(
            List.of(
                event(130, Side.SOURCE, Kind.FRAME_TAKEN, "start_write"),
                event(100, Side.TARGET, Kind.FRAME_SENT, "start_write"),
                event(150, Side.SOURCE, Kind.STEP, "accepted")));

    assertThat(timeline.events()).extracting(TimelineEvent::atNanos).containsExactly(0L, 30L, 50L);
    assertThat(timeline.lengthNanos()).isEqualTo(50);
  }

  @Test
  void ofTwoAlikeTheFirstToLeaveIsTheFirstToArrive() {
    Timeline timeline =
        Timeline.of(
            List.of(
                event(0, Side.TARGET, Kind.FRAME_SENT, "write_probe"),
                event(1, Side.TARGET, Kind.FRAME_SENT, "write_probe"),
                event(2, Side.SOURCE, Kind.FRAME_TAKEN, "write_probe"),
                event(3, Side.SOURCE, Kind.FRAME_TAKEN, "write_probe")));

    assertThat(timeline.arrivalOf(0)).hasValue(2);
    assertThat(timeline.arrivalOf(1)).hasValue(3);
  }

  @Test
  void whatNobodyTookHasNoArrival() {
    Timeline timeline =
        Timeline.of(
            List.of(
                event(0, Side.TARGET, Kind.FRAME_SENT, "start_write"),
                event(1, Side.TARGET, Kind.FRAME_TAKEN, "start_write"),
                event(2, Side.SOURCE, Kind.FRAME_TAKEN, "write_probe")));

    assertThat(timeline.arrivalOf(0)).isEmpty();
  }

  @Test
  void aWriteArrivesWhenItsWriterSeesItsEnd() {
    Timeline timeline =
        Timeline.of(
            List.of(
                event(0, Side.SOURCE, Kind.WRITE_POSTED, "write"),
                event(1, Side.SOURCE, Kind.REPORT_SENT, "write_done"),
                event(2, Side.SOURCE, Kind.WRITE_ENDED, "write done"),
                event(3, Side.TARGET, Kind.REPORT_TAKEN, "write_done")));

    assertThat(timeline.arrivalOf(0)).hasValue(2);
    assertThat(timeline.arrivalOf(1)).hasValue(3);
  }

  /** Clocks of two processes are not quite the same. */
  @Test
  void anArrivalBeforeItsDepartureIsPutBehindIt() {
    Timeline timeline =
        Timeline.of(
            List.of(
                event(0, Side.TARGET, Kind.MARK, "needs 3 blocks"),
                event(9, Side.SOURCE, Kind.FRAME_TAKEN, "start_write"),
                event(10, Side.TARGET, Kind.FRAME_SENT, "start_write")));

    assertThat(timeline.events())
        .extracting(TimelineEvent::kind)
        .containsExactly(Kind.MARK, Kind.FRAME_SENT, Kind.FRAME_TAKEN);
    assertThat(timeline.arrivalOf(1)).hasValue(2);
    assertThat(timeline.lengthNanos()).isEqualTo(10);
  }

  @Test
  void anEventIsReadAsItWasWritten() {
    var written = new TimelineEvent(12, Side.HARNESS, Kind.MARK, "source \"killed\"", 7);
    ObjectNode node = new JsonMapper().createObjectNode();

    written.addTo(node);

    assertThat(TimelineEvent.of(node)).isEqualTo(written);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimelineEvent.of(node.put("kind", "frame_eaten")));
  }
}
