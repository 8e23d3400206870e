package kvproof.benchmarks.clear;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import kvproof.benchmarks.trial.AllowedCpus;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.router.Selection;
import kvproof.router.lane.LanedRouter;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A process that looks up without a pause while a lane clears one worker, and prints one JSON line
 * of what it found.
 *
 * <p>A look-up is a whole selection for every worker. The cleared worker is filled again before the
 * next round, while nobody looks. Two threads work, so it needs two processors.
 */
@Command(name = "clear-trial", description = "Times look-ups during clears in this process.")
public final class ClearTrial implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final double NANOS_PER_MICRO = 1_000;
  private static final int CLEARED = 1;

  /** Look-ups before each clear, and rounds before the first that counts. */
  private static final int LOOK_UPS_BEFORE = 5_000;

  private static final int WARM_ROUNDS = 10;

  @Option(names = "--rounds", defaultValue = "100")
  int rounds;

  private final ClearFixture fixture;
  private final PrintStream out;
  private final Histogram before = new Histogram(HIGHEST_NANOS, 3);
  private final Histogram during = new Histogram(HIGHEST_NANOS, 3);
  private final Histogram clears = new Histogram(HIGHEST_NANOS, 3);

  ClearTrial(ClearFixture fixture, PrintStream out) {
    this.fixture = fixture;
    this.out = out;
  }

  public static void main(String[] args) {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(new CommandLine(new ClearTrial(ClearFixture.standard(), out)).execute(args));
  }

  @Override
  public Integer call() {
    out.println(
        JSON.createObjectNode()
            .put("kind", "start")
            .put("cpus", AllowedCpus.text())
            .put("empty_sample_ns", 0)
            .put("java", Runtime.version().toString()));
    try (var router = new LanedRouter(1)) {
      for (int worker = 0; worker < fixture.workers(); worker++) {
        fixture.events(worker).forEach(router::enqueue);
      }
      flush(router);
      var lookUps = new LookUps(router);
      for (int round = -WARM_ROUNDS; round < rounds; round++) {
        if (round == 0) {
          List.of(before, during, clears).forEach(Histogram::reset);
        }
        round(router, lookUps);
      }
    }
    out.println(
        JSON.createObjectNode()
            .put("kind", "clear_timed")
            .put("workers", fixture.workers())
            .put("blocks", fixture.blocks())
            .put("clears", clears.getTotalCount())
            .put("clear_p50_us", micros(clears, 50))
            .put("look_ups_before", before.getTotalCount())
            .put("before_p50_us", micros(before, 50))
            .put("before_p99_us", micros(before, 99))
            .put("look_ups_during", during.getTotalCount())
            .put("during_p50_us", micros(during, 50))
            .put("during_p99_us", micros(during, 99))
            .put("during_worst_us", during.getMaxValue() / NANOS_PER_MICRO));
    return 0;
  }

  private void round(LanedRouter router, LookUps lookUps) {
    for (int i = 0; i < LOOK_UPS_BEFORE; i++) {
      before.recordValue(lookUps.next());
    }
    var isCleared = new AtomicBoolean();
    KvCacheEvent clear = Cleared.of(ClearFixture.rank(CLEARED));
    long start = System.nanoTime();
    router.enqueue(clear);
    router.enqueue(ClearFixture.rank(CLEARED), () -> isCleared.set(true));
    while (!isCleared.get()) {
      during.recordValue(lookUps.next());
    }
    clears.recordValue(Math.min(System.nanoTime() - start, HIGHEST_NANOS));
    fixture.events(CLEARED).forEach(router::enqueue);
    flush(router);
  }

  /** The prompts in turn. */
  private final class LookUps {
    private final LanedRouter router;
    private final Selection selection;
    private final List<long[]> prompts = fixture.prompts();
    private final int[] targets;
    private int number;

    LookUps(LanedRouter router) {
      this.router = router;
      this.selection = router.newSelection();
      this.targets =
          IntStream.range(0, fixture.workers())
              .map(worker -> router.numberOf(ClearFixture.rank(worker)))
              .toArray();
    }

    /** Nanoseconds of one look-up. */
    long next() {
      long[] prompt = prompts.get(number++ % prompts.size());
      long start = System.nanoTime();
      router.select(prompt, prompt.length, targets, targets.length, selection);
      return Math.min(System.nanoTime() - start, HIGHEST_NANOS);
    }
  }

  private static void flush(LanedRouter router) {
    if (!router.flush()) {
      throw new IllegalStateException("a lane died: " + router.lanes().failure(0));
    }
  }

  private static double micros(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
