package kvproof.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.benchmarks.cpu.ThreadAffinity;
import kvproof.benchmarks.events.EventStream;
import kvproof.benchmarks.overload.OverloadReplay.Replayed;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;
import kvproof.router.index.ResidentCountsHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadReplayTest {
  @TempDir Path folder;

  private OverloadStream stream(int copies) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int request = 0; request < 40; request++) {
      lines.append(
          "{\"timestamp\":%d,\"input_length\":1,\"output_length\":1,\"hash_ids\":[1,%d,%d]}\n"
              .formatted(request * 100, 2 + request % 7, 100 + request));
    }
    Path trace = Files.writeString(folder.resolve("trace.jsonl"), lines);
    return OverloadStream.read(trace, copies, 4, 10);
  }

  @Test
  void copiesShareNoBlockAndArriveTogether() throws IOException {
    OverloadStream once = stream(1);
    OverloadStream thrice = stream(3);

    assertThat(thrice.stream().requests()).isEqualTo(3 * once.stream().requests());
    assertThat(
            thrice.stream().resident().stream().flatMapToLong(java.util.Arrays::stream).distinct())
        .hasSizeGreaterThanOrEqualTo(
            (int)
                (3
                    * once.stream().resident().stream()
                        .flatMapToLong(java.util.Arrays::stream)
                        .distinct()
                        .count()));
    assertThat(thrice.dueNanos()).isSorted().endsWith(10_000_000L).startsWith(0L);
  }

  @Test
  void everyCaseEndsWhereTheCachesAre() throws Exception {
    assumeTrue(ThreadAffinity.read().cardinality() >= 2, "needs two processors");
    CpuPlan plan = CpuPlan.of(ThreadAffinity.read());
    OverloadStream stream = stream(3);

    for (OverloadCase trial : OverloadCase.values()) {
      Replayed replayed = new OverloadReplay(stream, trial, plan).run();

      assertThat(replayed.nanos()).isPositive();
      assertThat(replayed.places()).hasSizeGreaterThanOrEqualTo(trial.hasReader() ? 2 : 1);
    }
  }

  @Test
  void counterThatIsNotWhatTheCacheHoldsIsNamed() throws IOException {
    EventStream stream = stream(1).stream();
    var counts = new ResidentCounts();
    var handle = new ResidentCountsHandle(counts);
    int busy = 0;
    for (int worker = 0; worker < EventStream.WORKERS; worker++) {
      counts.set(new WorkerWithDpRank(worker, 0), stream.resident().get(worker).length);
      busy = stream.resident().get(worker).length > 0 ? worker : busy;
    }
    OverloadReplay.requireCounts(OverloadCase.TRACKED, stream, handle);

    assertThatThrownBy(() -> OverloadReplay.requireCounts(OverloadCase.UNTRACKED, stream, handle))
        .hasMessageContaining("untracked: the counter of");
    counts.set(new WorkerWithDpRank(busy, 0), stream.resident().get(busy).length + 1);
    String name = "the counter of " + new WorkerWithDpRank(busy, 0);
    assertThatThrownBy(() -> OverloadReplay.requireCounts(OverloadCase.TRACKED, stream, handle))
        .hasMessageContaining(name);
    assertThatThrownBy(
            () ->
                OverloadReplay.requireCounts(
                    OverloadCase.TRACKED, stream, new ResidentCountsHandle(new ResidentCounts())))
        .hasMessageContaining("OptionalLong.empty");
  }

  @Test
  void readerThatReadNothingIsNamed() {
    OverloadReplay.requireReads(OverloadCase.READER_NONSTOP, 1);
    OverloadReplay.requireReads(OverloadCase.SPINS_ONLY, 0);

    assertThatThrownBy(() -> OverloadReplay.requireReads(OverloadCase.READER_NONSTOP, 0))
        .hasMessageContaining("read no block");
  }

  /** A clock that moves by a microsecond at each look; the reader ends after 100 of its periods. */
  @Test
  void pacedReaderReadsAtItsRateAndSumsEveryCounter() {
    var counts = new ResidentCounts();
    counts.set(new WorkerWithDpRank(0, 0), 3);
    counts.set(new WorkerWithDpRank(127, 0), 4);
    var now = new AtomicLong();
    var reader =
        new Object() {
          CountReader it;
        };
    reader.it =
        new CountReader(
            OverloadCase.READER_10K,
            new ResidentCountsHandle(counts),
            () -> {
              if (now.addAndGet(1_000) >= 10_000_000) {
                reader.it.end();
              }
              return now.get();
            });

    reader.it.run();

    assertThat(reader.it.passesPerSecond()).isBetween(9_000.0, 11_000.0);
    assertThat(reader.it.sum() % 7).isZero();
    assertThat(reader.it.sum() / 7).isBetween(95L, 105L);
  }
}
