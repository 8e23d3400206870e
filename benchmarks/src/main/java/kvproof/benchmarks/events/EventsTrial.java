package kvproof.benchmarks.events;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import kvproof.model.KvCacheEvent;
import kvproof.model.StorageTier;
import kvproof.router.ReferenceRouter;
import kvproof.router.lane.LaneCopies;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A process that times one stream and prints what it found, one JSON line each. */
@Command(name = "events-trial", description = "Times stores and removals in this process.")
public final class EventsTrial implements Callable<Integer> {
  static final List<StorageTier> TIERS = List.of(StorageTier.DEVICE, StorageTier.HOST_PINNED);
  private static final int WRONG = 4;

  /**
   * Blocks before the first round that counts, in so many rounds at most: a short stream takes as
   * many as a long one until it is compiled.
   */
  private static final long WARM_BLOCKS = 5_000_000;

  private static final int MOST_WARM_ROUNDS = 20;

  @Option(names = "--stream", defaultValue = "synthetic")
  String stream = "synthetic";

  @Option(names = "--trace", defaultValue = "")
  Path trace = Path.of("");

  @Option(names = "--rounds", defaultValue = "5")
  int rounds;

  @Option(names = "--rates", split = ",", description = "Look-ups a second beside the events.")
  int[] rates = {};

  private final EventLines lines;

  EventsTrial(EventLines lines) {
    this.lines = lines;
  }

  public static void main(String[] args) {
    var lines = new EventLines(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(new CommandLine(new EventsTrial(lines)).execute(args));
  }

  /** Ends with 4 if an index did not end up with what the caches hold. */
  @Override
  public Integer call() throws IOException, InterruptedException {
    lines.start();
    EventStream made = StreamKind.ofKey(stream).make(trace);
    for (StorageTier tier : TIERS) { // first of all: nothing that was timed is kept by a frame
      EventStream tiered = made.on(tier);
      long bytes = RetainedHeap.of(() -> applied(tiered.events()));
      lines.memory(stream, tier.wireName(), tiered.residentBlocks(), bytes);
    }
    for (StorageTier tier : TIERS) {
      EventStream tiered = made.on(tier);
      for (Feed feed : Feed.ALL) {
        if (!time(feed, tier, tiered)) {
          return WRONG;
        }
      }
      for (int rate : rates) {
        for (LaneCopies copies : LaneCopies.values()) {
          LookUpsTimed timed = new LookUpsBeside(tiered, rate, copies).time(rounds);
          lines.lookUps(stream, tier.wireName(), timed);
        }
      }
    }
    return 0;
  }

  /** Whether an index of each way of feeding ended up with what the caches hold. */
  boolean time(Feed feed, StorageTier tier, EventStream tiered) throws InterruptedException {
    var timed = new EventsTimed.Builder(stream, tier.wireName(), feed, tiered.blocks());
    for (int round = -warmRounds(tiered.blocks()); round < rounds; round++) {
      try (Feed.Fed fed = feed.pool(tiered.events())) {
        timed.pool(round, fed);
        if (round == 0 && !isRight("pool", feed, tier, tiered, fed)) {
          return false;
        }
      }
      try (Feed.Fed fed = feed.drain(tiered.events())) {
        timed.drain(round, fed);
        if (round == 0 && !isRight("drain", feed, tier, tiered, fed)) {
          return false;
        }
      }
    }
    lines.timed(timed.build(), tiered);
    return true;
  }

  static int warmRounds(long blocks) {
    return (int) Math.ceilDiv(WARM_BLOCKS, Math.max(blocks, WARM_BLOCKS / MOST_WARM_ROUNDS));
  }

  private boolean isRight(
      String way, Feed feed, StorageTier tier, EventStream tiered, Feed.Fed fed) {
    EndState end = EndState.of(tiered, tier, fed.router());
    lines.checked(stream, tier.wireName(), feed, way, end);
    return end.isRight();
  }

  private static ReferenceRouter applied(List<KvCacheEvent> events) {
    var router = new ReferenceRouter();
    events.forEach(router::apply);
    return router;
  }
}
