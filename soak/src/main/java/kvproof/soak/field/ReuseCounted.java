package kvproof.soak.field;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.CostWeights;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.StorageTier;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.SequenceHashes;
import kvproof.model.identity.Tokens;
import kvproof.router.reuse.ReuseReport;
import kvproof.router.selection.ReferenceScheduler;

/**
 * Requests that a scheduler sends to two workers, whose engines store what they compute; asked is
 * what the scheduler has counted.
 */
final class ReuseCounted {
  private static final int BIG_BLOCK = 784;
  private static final int SHARED_TOKENS = 240;
  private static final int PROMPTS = 50;
  private static final int BLOCK = 16;
  private static final int ATTEMPTED = 100;
  private static final int BLOCKS_EACH = 5;

  /** What decides, and tells what it has counted. */
  interface Counting {
    List<SchedulingDecision> take(CaseStep step);

    ReuseReport reuse();

    /** The reference. */
    static Counting reference() {
      var scheduler = new ReferenceScheduler();
      return new Counting() {
        @Override
        public List<SchedulingDecision> take(CaseStep step) {
          return scheduler.take(step);
        }

        @Override
        public ReuseReport reuse() {
          return scheduler.reuse();
        }
      };
    }
  }

  private final Counting scheduler;
  private final int blockSize;

  private ReuseCounted(Counting scheduler, int blockSize) {
    this.scheduler = scheduler;
    this.blockSize = blockSize;
    scheduler.take(new Configured(settings(blockSize)));
    scheduler.take(new WorkersReplaced(List.of(SchedulableWorker.of(1), SchedulableWorker.of(2))));
  }

  private static SchedulerSettings settings(int blockSize) {
    return new SchedulerSettings(
        blockSize,
        false,
        CostWeights.defaults(),
        0,
        true,
        QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.FCFS),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        1);
  }

  /** FS-60: prompts that share less than a block, and others that share nothing, or a block. */
  static void askBelowABlock(Questions questions) {
    askBelowABlock(questions, Counting::reference);
  }

  static void askBelowABlock(Questions questions, Supplier<Counting> fresh) {
    ReuseReport shorter = prompts(fresh.get(), SHARED_TOKENS, SHARED_TOKENS + 60);
    questions.ask("hits of 50 prompts that share 240 tokens", 0, () -> shorter.first().hits());
    questions.ask("their sub_block_queries", PROMPTS, shorter::subBlockQueries);
    questions.ask(
        "shortest reusable prefix in tokens", BIG_BLOCK, shorter::shortestReusablePrefixTokens);
    questions.ask(
        "the report says so",
        true,
        () ->
            shorter.lines().stream()
                .anyMatch(line -> line.endsWith("shortest reusable prefix is 784 tokens")));

    ReuseReport nothing = prompts(fresh.get(), 0, BIG_BLOCK);
    questions.ask("hits of 50 that share nothing", 0, () -> nothing.first().hits());
    questions.ask("sub_block_queries of those", 0, nothing::subBlockQueries);

    ReuseReport whole = prompts(fresh.get(), BIG_BLOCK, BIG_BLOCK + 60);
    questions.ask("hits of 50 that share 784 tokens", PROMPTS - 1, () -> whole.first().hits());
    questions.ask("sub_block_queries of those too", 0, whole::subBlockQueries);
  }

  /** Each has so many tokens in common with all others, and the rest for itself. */
  private static ReuseReport prompts(Counting scheduler, int shared, int length) {
    var run = new ReuseCounted(scheduler, BIG_BLOCK);
    for (int prompt = 0; prompt < PROMPTS; prompt++) {
      run.compute("p" + prompt, tokens(shared, length, prompt));
      scheduler.take(new Released("p" + prompt)); // nobody is busy, so the cache alone decides
    }
    return scheduler.reuse();
  }

  /** FS-59: every request is given up once its blocks are stored, and comes again. */
  static void askByAttempt(Questions questions) {
    askByAttempt(questions, Counting::reference);
  }

  static void askByAttempt(Questions questions, Supplier<Counting> fresh) {
    Counting scheduler = fresh.get();
    var run = new ReuseCounted(scheduler, BLOCK);
    for (int request = 0; request < ATTEMPTED; request++) {
      String id = "r" + request;
      int[] tokens = tokens(0, BLOCKS_EACH * BLOCK, request);
      run.compute(id, tokens);
      scheduler.take(new Released(id));
      run.compute(id, tokens);
    }
    ReuseReport report = scheduler.reuse();
    long blocks = (long) ATTEMPTED * BLOCKS_EACH;
    questions.ask("first attempts: requests", ATTEMPTED, () -> report.first().requests());
    questions.ask("first attempts: hits", 0, () -> report.first().hits());
    questions.ask("first attempts: queries", blocks, () -> report.first().queries());
    questions.ask("re-attempts: requests", ATTEMPTED, () -> report.again().requests());
    questions.ask("re-attempts: queries", blocks, () -> report.again().queries());
    questions.ask(
        "re-attempts: hits, all of them where the blocks are", blocks, () -> report.again().hits());
    questions.ask("headline hit rate", 0.0, () -> report.hitRate().orElseThrow());
  }

  /** Sends the request to a worker, whose engine stores the complete blocks of its prompt. */
  private void compute(String id, int[] tokens) {
    BlockHashes local = RequestContent.of(Tokens.of(tokens), blockSize).localHashes();
    SelectionRequest request = SelectionRequest.of(id, Admission.BOOK, local, tokens.length);
    for (SchedulingDecision decision : scheduler.take(new Submitted(request))) {
      if (decision instanceof Chosen chosen && !local.isEmpty()) {
        scheduler.take(
            new Stored(
                chosen.rank(),
                StorageTier.DEVICE,
                OptionalLong.empty(),
                local,
                SequenceHashes.of(local)));
      }
    }
  }

  private static int[] tokens(int shared, int length, int prompt) {
    return IntStream.range(0, length)
        .map(position -> position < shared ? position : 1_000 * (prompt + 1) + position)
        .toArray();
  }
}
