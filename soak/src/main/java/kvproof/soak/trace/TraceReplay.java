package kvproof.soak.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import kvproof.router.index.Lookup;
import kvproof.soak.trace.TraceLine.BrokenLine;
import kvproof.soak.trace.TraceLine.TraceRequest;

/**
 * Replays a trace: each request is looked up, goes to a worker, is given its hint, and turns into
 * the events that the worker's engine would publish.
 *
 * <p>A hint is carried out in full: the blocks from the worker's frontier to the credited end
 * arrive in its host memory before it computes the rest. Everything but the look-up times is a
 * function of trace and settings.
 */
public final class TraceReplay {

  /** Is told what happens on the way. */
  public interface Listener {
    /** A line was passed over. */
    void broken(BrokenLine line);

    /** The router and an oracle differ; the request is that of this line. */
    void differs(long line, List<Difference> differences);

    /** One more request is done. */
    void advanced(long requests);

    /** Whether to stop here. */
    boolean isStopped();
  }

  /** A broken line in a trace that was to have none. */
  public static final class BrokenTraceException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenTraceException(BrokenLine line) {
      super("line " + line.number() + ": " + line.reason());
    }
  }

  private final TraceSettings settings;
  private final LongSupplier nanoTime;
  private final Listener listener;
  private final ReferenceRouter router;
  private final Selection selection;
  private final TraceCheck check = new TraceCheck();
  private final List<SimulatedEngine> engines = new ArrayList<>();
  private final EngineCheck engineCheck = new EngineCheck(engines);
  private final List<WorkerWithDpRank> ranks = new ArrayList<>();
  private final int[] numbers;
  private final WorkerQueue queue;
  private final TraceTotals totals = new TraceTotals();

  public TraceReplay(TraceSettings settings, LongSupplier nanoTime, Listener listener) {
    this(settings, nanoTime, listener, new ReferenceRouter());
  }

  TraceReplay(
      TraceSettings settings, LongSupplier nanoTime, Listener listener, ReferenceRouter router) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.router = router;
    this.selection = router.newSelection();
    this.numbers = new int[settings.workers()];
    this.queue = new WorkerQueue(settings.workers());
    for (int worker = 0; worker < settings.workers(); worker++) {
      var rank = new WorkerWithDpRank(worker, 0);
      ranks.add(rank);
      numbers[worker] = router.numberOf(rank);
      engines.add(
          new SimulatedEngine(rank, settings.deviceBlocks(), settings.hostBlocks(), this::publish));
    }
  }

  private void publish(KvCacheEvent event) {
    router.apply(event);
    check.apply(event);
  }

  /** Replays a file. */
  public TraceTotals run(Path trace) throws IOException, BrokenTraceException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(trace))) {
      return run(in);
    }
  }

  TraceTotals run(InputStream in) throws IOException, BrokenTraceException {
    var reader = new MooncakeTraceReader(in);
    Optional<TraceLine> line = reader.next();
    while (line.isPresent() && totals.requests < settings.limit()) {
      if (listener.isStopped()) {
        totals.interrupted = true;
        break;
      }
      switch (line.get()) {
        case TraceRequest request -> route(request);
        case BrokenLine broken -> passOver(broken);
      }
      line = reader.next();
    }
    return totals;
  }

  private void passOver(BrokenLine broken) throws BrokenTraceException {
    if (settings.strict()) {
      throw new BrokenTraceException(broken);
    }
    totals.brokenLines++;
    listener.broken(broken);
  }

  private void route(TraceRequest request) {
    long[] ids = request.hashIds();
    BlockHashes local = TraceHashes.locals(ids, 0, ids.length);
    select(local.toArray());
    List<WorkerChoice> choices = choices();
    check(request, local, choices);
    int worker = queue.book(request.timestampMillis(), missingBlocks(choices));
    count(worker, request);

    WorkerChoice choice = choices.get(worker);
    if (choice.source().isPresent()) {
      engines.get(worker).receive(ids, choice.frontier(), choice.end());
    }
    engines.get(worker).serve(ids);
    listener.advanced(++totals.requests);
  }

  private void select(long[] prompt) {
    long start = nanoTime.getAsLong();
    router.select(prompt, prompt.length, numbers, numbers.length, selection);
    totals.lookUpNanos.recordValue(Math.max(0, nanoTime.getAsLong() - start));
  }

  /** What was chosen for each worker, spelled out. */
  private List<WorkerChoice> choices() {
    List<WorkerChoice> choices = new ArrayList<>(numbers.length);
    for (int worker = 0; worker < numbers.length; worker++) {
      choices.add(
          new WorkerChoice(
              selection.lookup().frontier(numbers[worker]),
              owner(selection.chooser().source(worker)),
              selection.chooser().end(worker)));
    }
    return choices;
  }

  private Optional<Owner> owner(int number) {
    if (number < 0) {
      return Optional.empty();
    }
    for (int worker = 0; worker < numbers.length; worker++) {
      if (numbers[worker] == number) {
        return Optional.of(ranks.get(worker));
      }
    }
    throw new AssertionError("source " + number + " is none of " + ranks);
  }

  private int[] missingBlocks(List<WorkerChoice> choices) {
    int length = selection.lookup().length();
    return choices.stream().mapToInt(choice -> length - choice.frontier()).toArray();
  }

  private void count(int worker, TraceRequest request) {
    Lookup lookup = selection.lookup();
    int rank = numbers[worker];
    int source = selection.chooser().source(worker);
    int end = selection.chooser().end(worker);
    int held = lookup.deviceBlocks(rank);
    totals.blocks += lookup.length();
    totals.deviceHits += lookup.deviceBlocks(rank);
    if (lookup.tierExists(StorageTier.HOST_PINNED)
        && lookup.walked(StorageTier.HOST_PINNED, rank)) {
      held += lookup.hits(StorageTier.HOST_PINNED, rank);
      totals.hostHits += lookup.hits(StorageTier.HOST_PINNED, rank);
    }
    countReuse(request, held);
    if (source >= 0) {
      totals.hints++;
      totals.creditedBlocks += end - lookup.frontier(rank);
    }
    totals
        .digest
        .add(request.number())
        .add(worker)
        .add(lookup.deviceBlocks(rank))
        .add(lookup.frontier(rank))
        .add(source < 0 ? 0 : 1 + source)
        .add(end);
  }

  /** A trace names the last block of a prompt even if it is partial; such a one is nobody's hit. */
  private void countReuse(TraceRequest request, int held) {
    int complete =
        (int) Math.min(request.hashIds().length, request.inputTokens() / TraceTotals.BLOCK_SIZE);
    totals.reuse.sent("line-" + request.number(), complete, Math.min(held, complete));
  }

  /** Asks the engines about every request, the oracles now and then. */
  private void check(TraceRequest request, BlockHashes local, List<WorkerChoice> choices) {
    List<Difference> differences =
        engineCheck.differences(request.number(), request.hashIds(), choices);
    totals.sourcesCompared +=
        choices.stream().filter(choice -> choice.source().isPresent()).count();
    if (totals.requests % settings.checkEvery() == 0) {
      Request asked = new Request("line-" + request.number(), local, ranks);
      Answer answer = router.answer(asked);
      differences.addAll(TraceCheck.selectionDifferences(asked, answer, choices));
      differences.addAll(check.differences(asked, answer));
      totals.checks++;
    }
    if (!differences.isEmpty()) {
      totals.differences++;
      listener.differs(request.number(), differences);
    }
  }
}
