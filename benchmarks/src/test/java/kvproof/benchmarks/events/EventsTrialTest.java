package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Test;

class EventsTrialTest {
  private static final EventStream STREAM =
      EventStream.simulate(
          20,
          IntStream.range(0, 100)
              .mapToObj(number -> new EventStream.Served(number % 5, new long[] {1, 2, 3 + number}))
              .toList());

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private boolean time(Feed feed, EventStream stream) throws InterruptedException {
    var trial =
        new EventsTrial(new EventLines(new PrintStream(printed, true, StandardCharsets.UTF_8)));
    trial.rounds = 1;
    return trial.time(feed, StorageTier.DEVICE, stream);
  }

  private List<String> checked() {
    return printed
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(l -> l.contains("checked"))
        .toList();
  }

  @Test
  void bothWaysOfFeedingAreChecked() throws InterruptedException {
    for (Feed feed : Feed.ALL) {
      printed.reset();

      assertThat(time(feed, STREAM)).isTrue();
      assertThat(checked()).hasSize(2);
      assertThat(checked().getFirst()).contains("\"way\":\"pool\"");
      assertThat(checked().getLast()).contains("\"way\":\"drain\"", "\"blocks_differing\":0");
    }
  }

  /** What is printed of a case is what is read of it. */
  @Test
  void printedRatesAreReadAsThoseOfTheirCase() throws Exception {
    var figures = new EventFigures();
    for (Feed feed : Feed.ALL) {
      printed.reset();
      time(feed, STREAM);
      List<JsonNode> lines = new ArrayList<>();
      for (String line : printed.toString(StandardCharsets.UTF_8).lines().toList()) {
        lines.add(new ObjectMapper().readTree(line));
      }
      var fed = new EventFigures.Case("synthetic", "device", feed.lanes(), feed.copies().count());
      assertThat(figures.rates(fed)).isEmpty();
      figures.add(StreamKind.SYNTHETIC, lines);
      assertThat(figures.rates(fed)).isPresent();
    }
  }

  @Test
  void warmUpIsByBlocksAndHasTwentyRoundsAtMost() {
    assertThat(EventsTrial.warmRounds(10_000_000)).isEqualTo(1);
    assertThat(EventsTrial.warmRounds(5_000_000)).isEqualTo(1);
    assertThat(EventsTrial.warmRounds(4_270_080)).isEqualTo(2);
    assertThat(EventsTrial.warmRounds(307_674)).isEqualTo(17);
    assertThat(EventsTrial.warmRounds(1)).isEqualTo(20);
  }

  @Test
  void streamThatDropsAnEventEndsTheTrial() throws InterruptedException {
    var dropped =
        new EventStream(
            STREAM.requests(),
            STREAM.events().subList(0, STREAM.events().size() - 1),
            STREAM.requestOf(),
            STREAM.storedBlocks(),
            STREAM.removedBlocks(),
            STREAM.resident(),
            STREAM.samples());

    assertThat(time(Feed.ALL.get(1), dropped)).isFalse();
  }
}
