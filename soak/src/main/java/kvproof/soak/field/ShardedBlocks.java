package kvproof.soak.field;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import kvproof.events.ingest.ShardGroup;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** One rank in four shards, each of which evicts by itself, on its way into the subject's index. */
final class ShardedBlocks implements FieldProgram {
  private static final int SHARDS = 4;
  private static final int BLOCKS = 10;
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(2, 0);
  private static final BlockHashes PROMPT = run(1, BLOCKS);
  private static final BlockHashes CHAIN = run(101, BLOCKS);

  private final String name;

  ShardedBlocks(String name) {
    this.name = name;
  }

  private static BlockHashes run(long first, int blocks) {
    return BlockHashes.of(LongStream.range(first, first + blocks).toArray());
  }

  @Override
  public boolean asksTheSubject() {
    return true;
  }

  @Override
  public List<Checked> run(FieldSubject subject) {
    Scene scene = new Scene(name, subject);
    try {
      scene.tell();
      return scene.questions.checked();
    } finally {
      scene.close();
    }
  }

  private static final class Scene {
    private final FieldSubject subject;
    private final KvRouter router;
    private final Questions questions;
    private final ShardGroup group = new ShardGroup(SOURCE, SHARDS);

    Scene(String name, FieldSubject subject) {
      this.subject = subject;
      this.router = subject.side().fresh().get();
      this.questions = new Questions(name);
    }

    void tell() {
      for (int shard = 0; shard < SHARDS - 1; shard++) {
        take(shard, stored(0, BLOCKS));
      }
      ask("three shards have stored", 0, "none");
      take(SHARDS - 1, stored(0, BLOCKS));
      ask("all have stored", BLOCKS, "1/0 to 10");

      take(2, new Removed(SOURCE, StorageTier.DEVICE, CHAIN.slice(8, 10)));
      ask("shard 2 holds 8", 8, "1/0 to 8");
      questions.ask("missing", "[block 9 in [2], block 10 in [2]]", this::missing);

      take(0, new Removed(SOURCE, StorageTier.DEVICE, CHAIN.slice(9, 10)));
      take(2, stored(8, 10));
      ask("block 10 is missing in shard 0 now", 9, "1/0 to 9");
      questions.ask("missing", "[block 10 in [0]]", this::missing);

      take(0, stored(9, 10));
      ask("all hold 10 again", BLOCKS, "1/0 to 10");
    }

    /** Blocks at {@code [start, end)}. */
    private static Stored stored(int start, int end) {
      return new Stored(
          SOURCE,
          StorageTier.DEVICE,
          start == 0 ? OptionalLong.empty() : OptionalLong.of(CHAIN.at(start - 1)),
          PROMPT.slice(start, end),
          CHAIN.slice(start, end));
    }

    private void take(int shard, KvCacheEvent event) {
      group.take(shard, event).forEach(router::apply);
    }

    private void ask(String when, int usable, String hint) {
      questions.ask(
          "usable prefix, " + when, usable, () -> group.usable(StorageTier.DEVICE, CHAIN));
      questions.ask("credit device 1/0, " + when, usable, this::credit);
      questions.ask("source and end of a hint for 2/0, " + when, hint, this::hint);
    }

    private int credit() {
      need(Part.DEVICE);
      return Optional.ofNullable(answer().device().get(SOURCE))
          .map(match -> match.blocks())
          .orElse(0);
    }

    private String hint() {
      need(Part.CHOICES);
      SourceChoice choice = answer().choices().get(TARGET);
      if (choice == null) {
        return "no choice";
      }
      Optional<Owner> source = choice.source();
      return source.isPresent() ? source.get() + " to " + choice.end() : "none";
    }

    /** Blocks counted from 1, as in the scenario. */
    private String missing() {
      return group.incomplete(StorageTier.DEVICE, CHAIN).stream()
          .map(lack -> "block " + (lack.position() + 1) + " in " + lack.shards())
          .collect(Collectors.joining(", ", "[", "]"));
    }

    private Answer answer() {
      return router.answer(new Request("field", PROMPT, List.of(TARGET)));
    }

    private void need(Part part) {
      if (!subject.can().contains(part)) {
        throw new NotAskedException(part);
      }
    }

    private void close() {
      if (router instanceof AutoCloseable closeable) {
        try {
          closeable.close();
        } catch (Exception failure) {
          throw new IllegalStateException(subject.name() + " could not be closed", failure);
        }
      }
    }
  }
}
