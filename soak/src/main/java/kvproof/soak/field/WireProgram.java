package kvproof.soak.field;

import java.util.List;
import java.util.Locale;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.ContentKeys;
import kvproof.events.wire.ConversionCount;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventTail;
import kvproof.events.wire.ExtraKey;
import kvproof.events.wire.ExtraKeys;
import kvproof.events.wire.StreamConfig;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.MmObject;
import kvproof.model.identity.RequestContent;

/** Scenarios about what engines write: batches as bytes, on their way into the subject's index. */
final class WireProgram implements FieldProgram {
  private static final BlockHashes FOUR = BlockHashes.of(1, 2, 3, 4);
  private static final int FOUR_BLOCKS = 4 * WireEngine.BLOCK_SIZE;

  /** One scenario. */
  interface Told {
    void tell(WireProgram.Scene scene);
  }

  private final String name;
  private final Told told;

  WireProgram(String name, Told told) {
    this.name = name;
    this.told = told;
  }

  @Override
  public List<Checked> run(FieldSubject subject) {
    Scene scene = new Scene(name, subject);
    try {
      told.tell(scene);
      return scene.questions.checked();
    } finally {
      scene.close();
    }
  }

  @Override
  public boolean asksTheSubject() {
    return true;
  }

  /** A router, what engines told it, and what is asked of it. */
  static final class Scene {
    private final FieldSubject subject;
    private final KvRouter router;
    private final Questions questions;

    private Scene(String name, FieldSubject subject) {
      this.subject = subject;
      this.router = subject.side().fresh().get();
      this.questions = new Questions(name);
    }

    private WireEngine engine(long workerId) {
      return new WireEngine(workerId, router);
    }

    WireEngine engine(StreamConfig config) {
      return new WireEngine(config, router);
    }

    /** Leading blocks of a prompt that worker {@code workerId} is credited with on the tier. */
    void askCredit(
        String of, StorageTier tier, long workerId, int expected, RequestContent prompt) {
      questions.ask(
          "credit " + tier.wireName() + " " + workerId + "/0 for " + of,
          expected,
          () -> credit(tier, workerId, prompt.localHashes()));
    }

    private int credit(StorageTier tier, long workerId, BlockHashes prompt) {
      Part part = tier == StorageTier.DEVICE ? Part.DEVICE : Part.LOWER;
      if (!subject.can().contains(part)) {
        throw new NotAskedException(part);
      }
      WorkerWithDpRank rank = new WorkerWithDpRank(workerId, 0);
      Answer answer = router.answer(new Request("field", prompt, List.of()));
      if (tier == StorageTier.DEVICE) {
        var match = answer.device().get(rank);
        return match == null ? 0 : match.blocks();
      }
      var found = answer.lower().get(tier);
      return found == null ? 0 : found.hits().getOrDefault(rank, 0);
    }

    /** Blocks that worker {@code workerId} holds on the tier, credited or not. */
    void askHeld(StorageTier tier, long workerId, int expected) {
      questions.ask(
          "held " + tier.wireName() + " " + workerId + "/0",
          expected,
          () -> {
            if (!subject.can().contains(Part.DUMP)) {
              throw new NotAskedException(Part.DUMP);
            }
            return router.heldBlocks().stream()
                .filter(block -> block.tier() == tier)
                .filter(block -> block.owner().equals(new WorkerWithDpRank(workerId, 0)))
                .count();
          });
    }

    void askCount(WireEngine engine, ConversionCount count, long expected) {
      questions.ask(
          "counted " + count.name().toLowerCase(Locale.ROOT),
          expected,
          () -> engine.counts().of(count));
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

  /** Tokens of three blocks, hashes of two: the one in the middle was left out, perhaps. */
  static void mispairing(Scene scene) {
    WireEngine engine = scene.engine(1);
    engine.publish(WireEngine.stored(0, 48, 16, 0xa, 0xc));

    scene.askCount(engine, ConversionCount.POSSIBLE_MISPAIRING, 1);
    scene.questions.ask(
        "named in the report",
        "[possible_mispairing: 48 tokens against 2 hashes of 16, block size 16]",
        engine::warnings);
    scene.askCredit("its three blocks", StorageTier.DEVICE, 1, 2, WireEngine.prompt(0, 48));
  }

  /** Ten tokens before and after the block that they became; no slot holds two things. */
  static void partialBlock(Scene scene) {
    WireEngine engine = scene.engine(1);
    engine.publish(WireEngine.stored(0, 10, 16, 900));
    engine.publish(WireEngine.stored(0, 16, 16, 1));
    engine.publish(WireEngine.stored(0, 10, 16, 900));

    scene.askCredit("the ten tokens", StorageTier.DEVICE, 1, 0, WireEngine.prompt(0, 10));
    scene.askCredit("the full block", StorageTier.DEVICE, 1, 1, WireEngine.prompt(0, 16));
    scene.questions.ask(
        "blocks held",
        1,
        () -> {
          if (!scene.subject.can().contains(Part.DUMP)) {
            throw new NotAskedException(Part.DUMP);
          }
          return scene.router.heldBlocks().size();
        });
  }

  /** Engine 1 hashes 64 tokens at once, engine 2 keeps 64 in a page and hashes 16. */
  static void otherBlockSize(Scene scene) {
    WireEngine coarse = scene.engine(1);
    WireEngine fine = scene.engine(2);
    coarse.publish(WireEngine.stored(0, FOUR_BLOCKS, 64, 7));
    fine.publish(WireEngine.stored(0, FOUR_BLOCKS, 16, 1, 2, 3, 4));

    RequestContent prompt = WireEngine.prompt(0, FOUR_BLOCKS);
    scene.askCredit("four blocks of 16", StorageTier.DEVICE, 1, 0, prompt);
    scene.askCount(coarse, ConversionCount.BLOCK_SIZE_MISMATCH, 1);
    scene.askCredit("four blocks of 16", StorageTier.DEVICE, 2, 4, prompt);

    fine.publish(BlockRemoved.of(FOUR));
    scene.askCredit("the same after the page went", StorageTier.DEVICE, 2, 0, prompt);
  }

  /** Stored under one name of host memory, removed under another. */
  static void namesOfHostMemory(Scene scene) {
    List<String> names = List.of("CPU", "CPU_PINNED", "CPU_TIER1");
    RequestContent prompt = WireEngine.prompt(0, FOUR_BLOCKS);
    for (int i = 0; i < names.size(); i++) {
      WireEngine engine = scene.engine(i + 1L);
      String other = names.get((i + 1) % names.size());
      engine.publish(stored(ContentKeys.NONE).withMedium(names.get(i)));
      scene.askCredit("stored as " + names.get(i), StorageTier.HOST_PINNED, i + 1L, 4, prompt);
      engine.publish(new BlockRemoved(FOUR, other, EventTail.NONE));
      scene.askCredit("removed as " + other, StorageTier.HOST_PINNED, i + 1L, 0, prompt);
      scene.askCount(engine, ConversionCount.HOST_PINNED_EVENT, 2);
      scene.askCount(engine, ConversionCount.DEVICE_EVENT, 0);
    }
  }

  /** The adapter stands in its own field and among the extra keys. */
  static void adapterAmongExtraKeys(Scene scene) {
    List<ExtraKey> ofBlock = List.of(new ExtraKey.Text("adapter-116"));
    ExtraKeys keys = new ExtraKeys(List.of(ofBlock, ofBlock, ofBlock, ofBlock));
    scene
        .engine(1)
        .publish(stored(ContentKeys.NONE.withLoraName("adapter-116").withExtraKeys(keys)));

    RequestContent prompt = WireEngine.prompt(0, FOUR_BLOCKS);
    scene.askCredit("the adapter", StorageTier.DEVICE, 1, 4, prompt.withLoraName("adapter-116"));
    scene.askCredit("the base model", StorageTier.DEVICE, 1, 0, prompt);
  }

  /** Four workers, four keys for the same tokens. */
  static void adapterAndSalt(Scene scene) {
    ExtraKeys both =
        new ExtraKeys(
            List.of(List.of(new ExtraKey.Text("A"), new ExtraKey.Text("dynamo-cache-salt:S"))));
    scene.engine(1).publish(stored(ContentKeys.NONE));
    scene.engine(2).publish(stored(ContentKeys.NONE.withLoraName("A")));
    scene.engine(3).publish(stored(ContentKeys.NONE.withCacheSalt("S")));
    scene.engine(4).publish(stored(ContentKeys.NONE.withLoraName("A").withExtraKeys(both)));

    RequestContent base = WireEngine.prompt(0, FOUR_BLOCKS);
    List<RequestContent> prompts =
        List.of(
            base,
            base.withLoraName("A"),
            base.withCacheNamespace("S"),
            base.withLoraName("A").withCacheNamespace("S"));
    List<String> names = List.of("base", "adapter", "salt", "adapter and salt");
    for (int asked = 0; asked < prompts.size(); asked++) {
      for (int worker = 0; worker < prompts.size(); worker++) {
        scene.askCredit(
            names.get(asked),
            StorageTier.DEVICE,
            worker + 1L,
            asked == worker ? 4 : 0,
            prompts.get(asked));
      }
    }
  }

  /** The engine that loads the adapter anew says that the old blocks are gone. */
  static void reloadedAdapter(Scene scene) {
    WireEngine engine = scene.engine(1);
    RequestContent prompt = WireEngine.prompt(0, FOUR_BLOCKS).withLoraName("a");
    engine.publish(stored(ContentKeys.NONE.withLoraName("a")));
    scene.askCredit("version 1", StorageTier.DEVICE, 1, 4, prompt);

    engine.publish(BlockRemoved.of(FOUR));
    scene.askCredit("version 2", StorageTier.DEVICE, 1, 0, prompt);
  }

  /** Equal tokens, an image over the two blocks in the middle. */
  static void otherImage(Scene scene) {
    List<MmObjectInfo> image = List.of(MmObjectInfo.of(0xf));
    scene
        .engine(1)
        .publish(
            stored(ContentKeys.NONE.withBlockMmInfos(List.of(List.of(), image, image, List.of()))));

    RequestContent prompt = WireEngine.prompt(0, FOUR_BLOCKS);
    scene.askCredit("image X", StorageTier.DEVICE, 1, 4, prompt.withMmObjects(image(0xf)));
    scene.askCredit("image Y", StorageTier.DEVICE, 1, 1, prompt.withMmObjects(image(0xe)));
  }

  private static List<List<MmObject>> image(long hash) {
    List<MmObject> objects = List.of(new MmObject(hash, List.of()));
    return List.of(List.of(), objects, objects, List.of());
  }

  private static BlockStored stored(ContentKeys content) {
    return WireEngine.stored(0, FOUR_BLOCKS, WireEngine.BLOCK_SIZE, 1, 2, 3, 4)
        .withContent(content);
  }
}
