package kvproof.soak.field;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.shared.Admission;
import kvproof.mocknixl.shared.SharedTier;
import kvproof.mocknixl.shared.Upload;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/**
 * Workers with blocks in memory and one tier that they share; a writer dies in the middle of a
 * block. What the tier announces reaches a router as an event of the writer.
 */
final class UnfinishedObject {
  private static final long H1 = 101;
  private static final int BLOCK_BYTES = 64;
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final InProcessFabric fabric = new InProcessFabric();
  private final KvWorker w1 = worker("w1");
  private final KvWorker w2 = worker("w2");
  private final KvWorker reader = worker("w3");
  private final ReferenceRouter router = new ReferenceRouter();
  private long nowNanos;
  private final List<String> published = new ArrayList<>();
  private final SharedTier shared =
      new SharedTier(BLOCK_BYTES, LEASE, () -> nowNanos, this::publish);
  private final List<Upload> uploads = new ArrayList<>();

  private UnfinishedObject() {
    w1.host().store(H1);
    w2.host().store(H1);
  }

  private KvWorker worker(String name) {
    return new KvWorker(fabric.agent(name), BlockLayout.whole(BLOCK_BYTES), 0, 2);
  }

  static void ask(Questions questions) {
    UnfinishedObject world = new UnfinishedObject();
    questions.ask("w1 begins", "begun", () -> world.begin("w1"));
    questions.ask("w1 writes half of it", true, () -> world.write(0, world.w1, 0, 1));
    world.fabric.crash("w1");
    world.askReaders(questions, "unfinished", "ABSENT", 0);
    questions.ask("w2 begins at once", "w1 has it until 30 s", () -> world.begin("w2"));
    world.nowNanos = LEASE.toNanos() - 1;
    questions.ask(
        "w2 begins before the lease ends", "w1 has it until 30 s", () -> world.begin("w2"));
    world.nowNanos = LEASE.toNanos();
    world.askReaders(questions, "after the lease", "ABSENT", 0);
    questions.ask("w2 begins after the lease", "begun", () -> world.begin("w2"));
    questions.ask("w2 writes half of it", true, () -> world.write(1, world.w2, 0, 1));
    questions.ask("what w1 sent arrives late", false, () -> world.write(0, world.w1, 1, 2));
    questions.ask("w1 is finished by somebody late", "LEASE_EXPIRED", () -> world.finish(0));
    world.askReaders(questions, "unfinished by w2", "ABSENT", 0);
    questions.ask("w2 finishes too early", "INCOMPLETE", () -> world.finish(1));
    questions.ask("published so far", "[]", () -> List.copyOf(world.published));
    questions.ask("w2 writes the rest", true, () -> world.write(1, world.w2, 1, 2));
    questions.ask("w2 finishes", "FINISHED", () -> world.finish(1));
    questions.ask("published", "[w2 has stored 101]", () -> List.copyOf(world.published));
    world.askReaders(questions, "finished", "READ", 1);
    questions.ask("w1 once more", "held", () -> world.begin("w1"));
    questions.ask("what is left in the end", "[]", world::leftovers);
  }

  private void askReaders(Questions questions, String when, String expected, int credit) {
    questions.ask("a reader, " + when, expected, () -> shared.read(H1, reader.host()));
    questions.ask("credit external, " + when, credit, this::credit);
  }

  private String begin(String writer) {
    return switch (shared.begin(writer, H1)) {
      case Admission.Begun(Upload upload) -> {
        uploads.add(upload);
        yield "begun";
      }
      case Admission.Held _ -> "held";
      case Admission.Busy(String other, long untilNanos) ->
          other + " has it until " + Duration.ofNanos(untilNanos).toSeconds() + " s";
    };
  }

  /** Halves {@code [from, to)} of the block, as they lie in the writer's memory. */
  private boolean write(int upload, KvWorker writer, int from, int to) {
    ByteBuffer bytes = writer.host().bytes(writer.host().slot(H1).orElseThrow()).getFirst();
    int half = BLOCK_BYTES / 2;
    return uploads.get(upload).write(bytes.slice(from * half, (to - from) * half));
  }

  private Upload.Ending finish(int upload) {
    return uploads.get(upload).finish();
  }

  /** What the tier says is stored, an engine announces as an event of the writer. */
  private void publish(Upload upload) {
    published.add(upload.writer() + " has stored " + upload.hash());
    router.apply(
        new Stored(
            new WorkerWithDpRank(Long.parseLong(upload.writer().substring(1)), 0),
            StorageTier.EXTERNAL,
            OptionalLong.empty(),
            BlockHashes.of(1),
            BlockHashes.of(upload.hash())));
  }

  private int credit() {
    return Optional.ofNullable(
            router
                .answer(new Request("field", BlockHashes.of(1), List.of()))
                .lower()
                .get(StorageTier.EXTERNAL))
        .map(found -> found.hits().values().stream().mapToInt(Integer::intValue).sum())
        .orElse(0);
  }

  private List<String> leftovers() {
    List<String> left = new ArrayList<>(shared.unrest());
    for (KvWorker worker : List.of(w2, reader)) {
      left.addAll(worker.unrest());
      worker.wrongBlocks().forEach(wrong -> left.add(wrong.toString()));
    }
    List.of(reader, w2, w1).forEach(KvWorker::close);
    left.addAll(fabric.leftovers());
    return left;
  }
}
