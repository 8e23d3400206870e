package kvproof.soak.dataplane.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.mocknixl.throughput.Throughput;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.dataplane.run.TrialResult.Sighting;
import kvproof.soak.dataplane.timeline.Timeline;
import kvproof.soak.dataplane.timeline.TimelineEvent;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;
import kvproof.soak.page.Markup;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of fixed results, against golden texts. */
class FetchReportTest {
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);

  private static final List<String> NONE = List.of();

  @TempDir Path folder;

  private static List<FetchPlan> plans() {
    return new FetchPlanner(
            new FetchOptions(
                1,
                42,
                1,
                2,
                OptionalInt.of(64 << 10),
                OptionalInt.of(6),
                List.of("kv:k", "kv:v"),
                List.of(new FetchFault(Kind.LOST_NOTIFICATION, FetchPhase.WRITTEN)),
                Duration.ofSeconds(10),
                OptionalInt.empty()))
        .plans();
  }

  private static TimelineEvent event(
      long micros, Side side, TimelineEvent.Kind kind, String what, long bytes) {
    return new TimelineEvent(micros * 1_000, side, kind, what, bytes);
  }

  /** A fetch as it should go. */
  private static List<TimelineEvent> smooth() {
    return List.of(
        event(0, Side.TARGET, TimelineEvent.Kind.MARK, "needs 3 blocks", 0),
        event(10, Side.TARGET, TimelineEvent.Kind.FRAME_SENT, "start_write, 3 keys", 454),
        event(11, Side.TARGET, TimelineEvent.Kind.STATE, "WAITING_WRITE_DONE", 0),
        event(300, Side.SOURCE, TimelineEvent.Kind.FRAME_TAKEN, "start_write, 3 keys", 454),
        event(310, Side.SOURCE, TimelineEvent.Kind.STEP, "accepted", 0),
        event(320, Side.SOURCE, TimelineEvent.Kind.WRITE_POSTED, "write", 196_608),
        event(700, Side.SOURCE, TimelineEvent.Kind.WRITE_ENDED, "write done", 196_608),
        event(701, Side.SOURCE, TimelineEvent.Kind.REPORT_SENT, "write_done, success", 71),
        event(900, Side.TARGET, TimelineEvent.Kind.REPORT_TAKEN, "write_done, success", 71),
        event(901, Side.TARGET, TimelineEvent.Kind.STATE, "FINISHED", 0),
        event(902, Side.TARGET, TimelineEvent.Kind.STATE, "told: success, 3 blocks", 0));
  }

  /** The same without the report, and what a target does then. */
  private static List<TimelineEvent> lostReport() {
    List<TimelineEvent> events = new ArrayList<>(smooth().subList(0, 8));
    events.add(event(800, Side.HARNESS, TimelineEvent.Kind.MARK, "<lost> & gone", 0));
    events.add(event(1_000_000, Side.TARGET, TimelineEvent.Kind.FRAME_SENT, "write_probe", 300));
    events.add(event(1_000_001, Side.TARGET, TimelineEvent.Kind.STATE, "WAITING_TERMINAL", 0));
    return events;
  }

  private static List<TrialResult> results() {
    FetchPlan suffix = plans().getFirst();
    FetchPlan fault = plans().getLast();
    FetchResult good = FetchResult.plain(new FetchOutcome(Status.DELIVERED, 3, 3, 0, 6, 6));
    FetchResult bad =
        new FetchResult(
            new FetchOutcome(Status.FAILED, 3, 0, 3, 3, 6), List.of(7L), true, true, false, true);
    return List.of(
        new TrialResult(
            suffix,
            Optional.of(SOURCE),
            Optional.of(good),
            Optional.of(good),
            new Sighting(false, 196_608, 0, List.of(), List.of(), 5_300_000),
            List.of(),
            false,
            Timeline.of(smooth()),
            Optional.of(tooLate(suffix))),
        new TrialResult(
            fault,
            Optional.of(SOURCE),
            Optional.of(good),
            Optional.of(bad),
            new Sighting(
                true, 65_536, 1, List.of("block 7 is block 9"), List.of("a remark"), 1_000_100_000),
            List.of("expected <this>; was \"that\""),
            false,
            Timeline.of(lostReport()),
            Optional.empty()));
  }

  private static TrialResult tooLate(FetchPlan plan) {
    return new TrialResult(
        plan,
        Optional.of(SOURCE),
        Optional.empty(),
        Optional.empty(),
        new Sighting(false, 0, 0, List.of(), List.of(), 1_000_000_000),
        List.of("expected this; was too late"),
        true,
        Timeline.of(List.of()),
        Optional.empty());
  }

  private static FetchReport report() {
    return new FetchReport(
        "1.2.3",
        List.of(new Option("agent", "mock"), new Option("layout", "<script>")),
        42,
        3,
        results(),
        List.of(
            new SpeedRow(
                "mock within a process", "memory copied", new Throughput(64, 65_536, 3e9, 6e9))),
        Ending.INTERRUPTED);
  }

  private static String lines() {
    StringBuilder text = new StringBuilder(FetchLine.heading()).append('\n');
    for (TrialResult result : results()) {
      FetchLine.of(result, 11).forEach(line -> text.append(line).append('\n'));
    }
    report().speeds().forEach(speed -> text.append(speed.line()).append('\n'));
    return text.append(FetchSummary.of(report()).line()).append('\n').toString();
  }

  private static String pictures() {
    Markup page = new Markup();
    page.open("main").line();
    results().forEach(r -> TimelinePicture.draw(page, r.timeline(), r.plan().title()));
    return page.close().line().toString();
  }

  private static void isGolden(String actual, String name) throws IOException {
    try (InputStream golden = FetchReportTest.class.getResourceAsStream(name)) {
      byte[] expected = Objects.requireNonNull(golden, name).readAllBytes();
      assertThat(actual).isEqualTo(new String(expected, StandardCharsets.UTF_8));
    }
  }

  @Test
  void linesAreGolden() throws IOException {
    isGolden(lines(), "lines.golden");
  }

  @Test
  void picturesAreGolden() throws IOException {
    isGolden(pictures(), "pictures.golden");
  }

  @Test
  void junitIsGolden() throws IOException {
    isGolden(FetchJUnit.of(report()), "junit.golden");
  }

  @Test
  void pageEscapesAndShowsOneFetchOfEachOutcome() {
    String page = FetchHtml.of(report());

    assertThat(page)
        .contains("&lt;script&gt;", "&lt;lost&gt; &amp; gone", "expected &lt;this&gt;")
        .doesNotContain("<script>", "<lost>")
        .contains("verdict bad", "1 of 2 fetches differ; interrupted")
        .contains("delivered: case 1, suffix", "differs, case 11: case 11, lost_notification");
    assertThat(page.split("class=\"timeline\"", -1)).hasSize(3);
  }

  @Test
  void filesAreWrittenTogether() throws IOException {
    FetchReportWriter.write(report(), folder);

    assertThat(folder).isDirectoryContaining("glob:**/report.json");
    assertThat(folder).isDirectoryContaining("glob:**/junit.xml");
    assertThat(Files.readString(folder.resolve("report.json")))
        .contains("\"schema\" : \"kvproof-fetch/1\"", "\"fault\" : \"lost_notification\"");
  }

  @Test
  void digestKnowsResultsAndNoTimes() {
    List<TrialResult> results = results();
    String digest = digest(results);

    assertThat(
            digest(List.of(seen(new Sighting(false, 196_608, 0, NONE, NONE, 1)), results.get(1))))
        .isEqualTo(digest);
    assertThat(digest(results.reversed())).isNotEqualTo(digest);
  }

  @Test
  void digestKnowsWhatStruckWhatWasCheckedWhatIsWithheldAndWhoseTheBytesAre() {
    List<Sighting> others =
        List.of(
            new Sighting(true, 196_608, 0, NONE, NONE, 1),
            new Sighting(false, 196_616, 0, NONE, NONE, 1),
            new Sighting(false, 196_608, 1, NONE, NONE, 1),
            new Sighting(false, 196_608, 0, List.of("block 1 is block 2"), NONE, 1));
    TrialResult plain = results().getFirst();

    assertThat(others)
        .allSatisfy(
            other -> assertThat(digest(List.of(seen(other)))).isNotEqualTo(digest(List.of(plain))));
    assertThat(digest(List.of(askedOf(new WorkerWithDpRank(9, 0)))))
        .isNotEqualTo(digest(List.of(plain)));
  }

  private static TrialResult seen(Sighting sighting) {
    TrialResult first = results().getFirst();
    return with(first, first.asked(), sighting);
  }

  private static TrialResult askedOf(WorkerWithDpRank source) {
    TrialResult first = results().getFirst();
    return with(first, Optional.of(source), first.seen());
  }

  private static TrialResult with(
      TrialResult first, Optional<WorkerWithDpRank> asked, Sighting sighting) {
    return new TrialResult(
        first.plan(),
        asked,
        first.expected(),
        first.actual(),
        sighting,
        first.differences(),
        false,
        Timeline.of(List.of()),
        Optional.empty());
  }

  private static String digest(List<TrialResult> results) {
    return new FetchSummary(1, results).line().replaceAll(".* digest=", "");
  }

  /** Writes the golden texts anew: {@code main} with the folder of the resources. */
  public static void main(String[] args) throws IOException {
    Path into = Path.of(args[0]);
    Files.createDirectories(into);
    Files.writeString(into.resolve("lines.golden"), lines());
    Files.writeString(into.resolve("pictures.golden"), pictures());
    Files.writeString(into.resolve("junit.golden"), FetchJUnit.of(report()));
  }
}
