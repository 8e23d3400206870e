package kvproof.benchmarks.clear;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import kvproof.benchmarks.timing.FixedRate;
import kvproof.benchmarks.trial.StartLine;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.router.Selection;
import kvproof.router.lane.LanedRouter;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A process that looks up at a fixed rate while a lane with two copies clears one worker, and
 * prints one JSON line of what it found.
 *
 * <p>A look-up is a whole selection for every worker. The cleared worker is filled again before the
 * next round, while nobody looks. Its time counts from when it was due, so that those behind a slow
 * one are slow as well. Two threads work, so it needs two processors.
 */
@Command(name = "clear-trial", description = "Times look-ups during clears in this process.")
public final class ClearTrial implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long HIGHEST_NANOS = 60_000_000_000L;

  /** From one look-up to the next: a clear takes a hundred times as long and more. */
  private static final long PERIOD_NANOS = 10_000;

  private static final double NANOS_PER_MICRO = 1_000;
  private static final int CLEARED = 1;

  /** Look-ups before each clear, and rounds before the first that counts. */
  private static final int LOOK_UPS_BEFORE = 5_000;

  private static final int WARM_ROUNDS = 10;

  @Option(names = "--rounds", defaultValue = "100")
  int rounds;

  private final ClearFixture fixture;
  private final PrintStream out;
  private final Histogram clears = new Histogram(HIGHEST_NANOS, 3);
  private FixedRate before = new FixedRate(System::nanoTime, PERIOD_NANOS);
  private FixedRate during = new FixedRate(System::nanoTime, PERIOD_NANOS);

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
    out.println(StartLine.print());
    try (var router = new LanedRouter(1)) {
      for (int worker = 0; worker < fixture.workers(); worker++) {
        fixture.events(worker).forEach(router::enqueue);
      }
      flush(router);
      requireHeld(router.heldBlocks(), fixture, false);
      var lookUps = new LookUps(router);
      for (int round = -WARM_ROUNDS; round < rounds; round++) {
        if (round == 0) {
          before = new FixedRate(System::nanoTime, PERIOD_NANOS);
          during = new FixedRate(System::nanoTime, PERIOD_NANOS);
          clears.reset();
        }
        round(router, lookUps);
        if (round == -WARM_ROUNDS) {
          requireHeld(router.heldBlocks(), fixture, true);
        }
        fixture.events(CLEARED).forEach(router::enqueue);
        flush(router);
      }
    }
    out.println(
        JSON.createObjectNode()
            .put("kind", "clear_timed")
            .put("workers", fixture.workers())
            .put("blocks", fixture.blocks())
            .put("processors", Runtime.getRuntime().availableProcessors())
            .put("look_ups_per_second", 1_000_000_000L / PERIOD_NANOS)
            .put("clears", clears.getTotalCount())
            .put("clear_p50_us", micros(clears, 50))
            .put("look_ups_before", before.fromDue().getTotalCount())
            .put("before_p50_us", micros(before.fromDue(), 50))
            .put("before_p99_us", micros(before.fromDue(), 99))
            .put("before_call_p99_us", micros(before.callAlone(), 99))
            .put("look_ups_during", during.fromDue().getTotalCount())
            .put("during_p50_us", micros(during.fromDue(), 50))
            .put("during_p99_us", micros(during.fromDue(), 99))
            .put("during_call_p99_us", micros(during.callAlone(), 99))
            .put("during_worst_us", during.fromDue().getMaxValue() / NANOS_PER_MICRO));
    return 0;
  }

  private void round(LanedRouter router, LookUps lookUps) {
    long enough = before.fromDue().getTotalCount() + LOOK_UPS_BEFORE;
    before.run(() -> before.fromDue().getTotalCount() < enough, lookUps::at);
    var clearedAt = new AtomicReference<@Nullable Long>();
    KvCacheEvent clear = Cleared.of(ClearFixture.rank(CLEARED));
    long start = System.nanoTime();
    router.enqueue(clear);
    router.enqueue(ClearFixture.rank(CLEARED), () -> clearedAt.set(System.nanoTime()));
    during.run(() -> clearedAt.get() == null, lookUps::at);
    long nanos = Objects.requireNonNull(clearedAt.get()) - start;
    clears.recordValue(Math.min(nanos, HIGHEST_NANOS));
  }

  /** The router holds the whole fixture, or all of it but what the cleared worker had. */
  static void requireHeld(List<HeldBlock> held, ClearFixture fixture, boolean isCleared) {
    long expected = fixture.blocks() - (isCleared ? fixture.blocks() / fixture.workers() : 0);
    long ofCleared =
        held.stream().filter(block -> block.owner().equals(ClearFixture.rank(CLEARED))).count();
    if (held.size() != expected || isCleared != (ofCleared == 0)) {
      throw new IllegalStateException(
          "%d blocks are held, %d of them by worker %d %s its clear: %d should be"
              .formatted(
                  held.size(), ofCleared, CLEARED, isCleared ? "after" : "before", expected));
    }
  }

  /** The prompts in turn. */
  private final class LookUps {
    private final LanedRouter router;
    private final Selection selection;
    private final List<long[]> prompts = fixture.prompts();
    private final int[] targets;

    LookUps(LanedRouter router) {
      this.router = router;
      this.selection = router.newSelection();
      this.targets =
          IntStream.range(0, fixture.workers())
              .map(worker -> router.numberOf(ClearFixture.rank(worker)))
              .toArray();
    }

    void at(int number) {
      long[] prompt = prompts.get(number % prompts.size());
      router.select(prompt, prompt.length, targets, targets.length, selection);
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
