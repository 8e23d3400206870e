package kvproof.soak.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.soak.trace.TraceLine.BrokenLine;
import org.junit.jupiter.api.Test;

class TraceReplayTest {
  private static final TraceSettings SMALL =
      new TraceSettings(4, 64, 256, 10, Long.MAX_VALUE, false);

  private static final class Kept implements TraceReplay.Listener {
    final List<BrokenLine> broken = new ArrayList<>();
    final List<Difference> differences = new ArrayList<>();
    long requests;
    long stopAfter = Long.MAX_VALUE;

    @Override
    public void broken(BrokenLine line) {
      broken.add(line);
    }

    @Override
    public void differs(long line, List<Difference> found) {
      differences.addAll(found);
    }

    @Override
    public void advanced(long done) {
      requests = done;
    }

    @Override
    public boolean isStopped() {
      return requests >= stopAfter;
    }
  }

  private final Kept kept = new Kept();

  private static InputStream slice() {
    return resource("conversation-slice.jsonl");
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(TraceReplayTest.class.getResourceAsStream(name), name);
  }

  private TraceTotals replay(TraceSettings settings, InputStream in) throws Exception {
    return new TraceReplay(settings, () -> 0, kept).run(in);
  }

  private static InputStream lines(String... lines) {
    return new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8));
  }

  @Test
  void aSliceOfARealTraceAgreesWithBothOracles() throws Exception {
    TraceTotals totals = replay(new TraceSettings(4, 48, 1024, 1, Long.MAX_VALUE, false), slice());

    assertThat(kept.differences).isEmpty();
    assertThat(totals.hostHits).isGreaterThanOrEqualTo(100);
    assertThat(totals.closingLine()).isEqualTo(golden("conversation-slice.txt"));
  }

  /** Engines so small that prompts are spread over tiers and workers; every request is checked. */
  @Test
  void aSliceWithMuchToShareAgreesOnEveryRequest() throws Exception {
    TraceTotals totals =
        replay(
            new TraceSettings(4, 16, 512, 1, Long.MAX_VALUE, false),
            resource("synthetic-slice.jsonl"));

    assertThat(kept.differences).isEmpty();
    assertThat(totals.checks()).isEqualTo(totals.requests());
    assertThat(totals.deviceHits).isGreaterThanOrEqualTo(100);
    assertThat(totals.hostHits).isGreaterThanOrEqualTo(1_000);
    assertThat(totals.hints).isGreaterThanOrEqualTo(100);
    assertThat(totals.sourcesCompared).isGreaterThanOrEqualTo(500);
    assertThat(totals.closingLine()).isEqualTo(golden("synthetic-slice.txt"));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = resource(name)) {
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }

  @Test
  void howOftenTheOraclesAreAskedChangesNoDecision() throws Exception {
    TraceTotals often = replay(new TraceSettings(4, 64, 256, 5, 150, false), slice());
    TraceTotals seldom = replay(new TraceSettings(4, 64, 256, 100, 150, false), slice());

    assertThat(often.digest.value()).isEqualTo(seldom.digest.value());
    assertThat(often.checks()).isEqualTo(30);
    assertThat(seldom.checks()).isEqualTo(2);
  }

  @Test
  void aSecondTurnHitsWhatTheFirstLeft() throws Exception {
    TraceTotals totals =
        replay(
            new TraceSettings(1, 8, 8, 1, Long.MAX_VALUE, false),
            lines(request(0, "1,2,3"), request(1, "1,2,3,4")));

    assertThat(totals.closingLine())
        .startsWith("REPLAY requests=2 broken=0 blocks=7 device_hits=3 host_hits=0 hints=0");
  }

  @Test
  void aBusyWorkersBlocksAreFetchedByAnother() throws Exception {
    TraceTotals totals =
        replay(
            new TraceSettings(2, 64, 64, 1, Long.MAX_VALUE, false),
            lines(
                request(0, "1,2,3,4,5,6,7,8"),
                request(0, "1,90,91,92,93,94,95,96,97,98,99"),
                request(0, "1,2,3,4,5,6,7,8")));

    assertThat(totals.closingLine()).contains("hints=").doesNotContain("hints=0");
    assertThat(kept.differences).isEmpty();
  }

  private static String request(long timestamp, String ids) {
    return "{\"timestamp\":"
        + timestamp
        + ",\"input_length\":1,\"output_length\":1,\"hash_ids\":["
        + ids
        + "]}";
  }

  @Test
  void brokenLinesArePassedOverOrRefused() throws Exception {
    String[] lines = {request(0, "1"), "broken", request(1, "1")};

    assertThat(replay(SMALL, lines(lines)).closingLine()).startsWith("REPLAY requests=2 broken=1");
    assertThat(kept.broken).extracting(BrokenLine::number).containsExactly(2L);

    TraceSettings strict = new TraceSettings(4, 64, 256, 10, Long.MAX_VALUE, true);
    assertThatThrownBy(() -> replay(strict, lines(lines)))
        .hasMessageStartingWith("line 2: not JSON");
  }

  @Test
  void stopsWhenAsked() throws Exception {
    kept.stopAfter = 7;

    TraceTotals totals = replay(SMALL, slice());

    assertThat(totals.requests()).isEqualTo(7);
    assertThat(totals.isInterrupted()).isTrue();
  }

  /** The router hears of a block that the oracles never hear of: somebody must be wrong. */
  @Test
  void anEventThatOnlyOneSideHasIsFound() throws Exception {
    var router = new ReferenceRouter();
    var replay = new TraceReplay(SMALL, () -> 0, kept, router);
    router.apply(
        new Stored(
            new WorkerWithDpRank(0, 0),
            StorageTier.DEVICE,
            OptionalLong.empty(),
            TraceHashes.locals(new long[] {0}, 0, 1),
            TraceHashes.externals(new long[] {0}, 0, 1)));

    TraceTotals totals = replay.run(slice());

    assertThat(totals.differences()).isPositive();
    assertThat(kept.differences).extracting(Difference::part).contains("device");
  }

  /** The router alone loses a tier that the engine still has; no oracle is asked about it. */
  @Test
  void theEnginesAreAskedWhereTheOraclesAreNot() throws Exception {
    var router = new ReferenceRouter();
    var replay =
        new TraceReplay(
            new TraceSettings(1, 8, 8, 100, Long.MAX_VALUE, false), () -> 0, kept, router);
    replay.run(lines(request(0, "1,2,3")));
    router.apply(Cleared.of(new WorkerWithDpRank(0, 0)));

    TraceTotals totals = replay.run(lines(request(1, "1,2,3,4")));

    assertThat(totals.checks()).isEqualTo(1);
    assertThat(kept.differences).extracting(Difference::part).containsExactly("engine");
  }
}
