package kvproof.events.ingest.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.events.ingest.NumberedEvents;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.RecoveryAnswer.Events;
import kvproof.events.ingest.RecoveryAnswer.InvalidRange;
import kvproof.events.ingest.RecoveryAnswer.TooNew;
import org.junit.jupiter.api.Test;

/** Events are texts here: their id with an S, or C for a clear of everything, P of a part. */
class EventBufferTest {
  private final EventBuffer<String> buffer = new EventBuffer<>(5, event -> event.startsWith("C"));

  @Test
  void b1RangeGoesOnToTheNewest() {
    fill(10, 14);

    assertThat(ask(11, 12)).contains(stores(11, 14));
  }

  @Test
  void b2StartAloneDecidesWhatIsSent() {
    fill(10, 14);

    assertThat(ask(10, 14)).contains(stores(10, 14));
    assertThat(ask(14, 14)).contains(stores(14, 14));
    assertThat(buffer.answer(RangeRequest.from(OptionalLong.of(12)))).contains(stores(12, 14));
  }

  @Test
  void b3OnlyADumpAnswersForWhatIsGone() {
    fill(10, 14);

    assertThat(ask(9, 12)).isEmpty();
    assertThat(buffer.answer(RangeRequest.from(OptionalLong.empty()))).isEmpty();
    assertThat(buffer.answer(new RangeRequest(OptionalLong.empty(), OptionalLong.of(12), true)))
        .isEmpty();
  }

  @Test
  void b4NothingNewerThanTheNewest() {
    fill(10, 14);

    assertThat(ask(15, 20)).contains(new TooNew<>(15, 20, 14));
    assertThat(buffer.answer(RangeRequest.from(OptionalLong.of(15))))
        .contains(new TooNew<>(15, 14, 14));
  }

  @Test
  void b5EndBeforeStartIsInvalid() {
    fill(10, 14);

    assertThat(ask(13, 11)).contains(new InvalidRange<>(13, 11));
    assertThat(ask(20, 19)).contains(new InvalidRange<>(20, 19)); // tested before anything else
  }

  @Test
  void b6OnlyADumpAnswersForAnEmptyBuffer() {
    assertThat(ask(0, 0)).isEmpty();
    assertThat(ask(99, 100)).isEmpty();
  }

  @Test
  void b7OldestGivesWay() {
    fill(10, 17);

    assertThat(buffer.size()).isEqualTo(5);
    assertThat(ask(12, 12)).isEmpty();
    assertThat(ask(13, 13)).contains(stores(13, 17));
  }

  @Test
  void b8AnswerStartsAtTheLastClearOfEverything() {
    fill(10, 13);
    buffer.add(14, "C14");
    buffer.add(15, "S15");

    assertThat(ask(11, 15))
        .contains(
            new Events<>(
                List.of(NumberedEvents.of(14, "C14"), NumberedEvents.of(15, "S15")), 3, 15));
    assertThat(ask(15, 15)).contains(stores(15, 15));
  }

  @Test
  void b8OfSeveralClearsTheLastOneCounts() {
    fill(10, 10);
    buffer.add(11, "C11");
    buffer.add(12, "S12");
    buffer.add(13, "C13");

    assertThat(ask(10, 13)).contains(new Events<>(List.of(NumberedEvents.of(13, "C13")), 3, 13));
  }

  @Test
  void b9ClearOfAPartLeavesTheAnswerWhole() {
    fill(10, 13);
    buffer.add(14, "P14");

    assertThat(ask(12, 14))
        .contains(
            new Events<>(
                List.of(
                    NumberedEvents.of(12, "S12"),
                    NumberedEvents.of(13, "S13"),
                    NumberedEvents.of(14, "P14")),
                0,
                14));
  }

  @Test
  void idsAreUnsigned() {
    buffer.add(-2, "S-2");
    buffer.add(-1, "S-1");

    assertThat(ask(-1, -1)).contains(stores(-1, -1));
    assertThat(ask(1, -1)).isEmpty();
  }

  @Test
  void idThatIsNotTheNextIsKeptAndNoticed() {
    assertThat(buffer.add(10, "S10")).isTrue();
    assertThat(buffer.add(11, "S11")).isTrue();
    assertThat(buffer.add(13, "S13")).isFalse();

    assertThat(buffer.newest()).hasValue(13);
    assertThat(ask(12, 13)).contains(stores(13, 13));
  }

  @Test
  void clearInsideABatchCutsTheBatch() {
    var batches =
        List.of(
            new NumberedEvents<>(3, List.of("S", "S")),
            new NumberedEvents<>(4, List.of("S", "C", "R", "C", "S")),
            new NumberedEvents<>(5, List.<String>of()));

    assertThat(RangeRequest.from(OptionalLong.of(3)).answer(batches, "C"::equals))
        .contains(
            new Events<>(
                List.of(
                    new NumberedEvents<>(4, List.of("C", "S")), new NumberedEvents<>(5, List.of())),
                1,
                5));
  }

  @Test
  void noRoomIsRefused() {
    assertThatThrownBy(() -> new EventBuffer<String>(0, _ -> false)).hasMessageContaining("0");
  }

  private void fill(long first, long last) {
    LongStream.rangeClosed(first, last).forEach(id -> buffer.add(id, "S" + id));
  }

  private Optional<RecoveryAnswer<String>> ask(long start, long end) {
    return buffer.answer(new RangeRequest(OptionalLong.of(start), OptionalLong.of(end), true));
  }

  private static RecoveryAnswer<String> stores(long first, long last) {
    return new Events<>(
        LongStream.rangeClosed(first, last)
            .mapToObj(id -> NumberedEvents.of(id, "S" + id))
            .toList(),
        0,
        last);
  }
}
