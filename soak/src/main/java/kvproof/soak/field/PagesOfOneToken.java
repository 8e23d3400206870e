package kvproof.soak.field;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.events.wire.ConversionCount;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventTail;
import kvproof.events.wire.PageTerms;
import kvproof.events.wire.StreamConfig;
import kvproof.events.wire.TokenIds;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.RequestContent;
import kvproof.soak.field.WireProgram.Scene;

/**
 * Sixteen pages of one token, on the device and in host memory. What host memory adds is asked of a
 * rank that has the block on the device too: only while it has not, it adds anything.
 */
final class PagesOfOneToken {
  private PagesOfOneToken() {}

  static void tell(Scene scene) {
    StreamConfig ofPages =
        StreamConfig.of(new WorkerWithDpRank(1, 0), WireEngine.BLOCK_SIZE)
            .withPages(new PageTerms(1, true));
    WireEngine engine = scene.engine(ofPages);
    long[] pages = LongStream.rangeClosed(1, WireEngine.BLOCK_SIZE).toArray();
    BlockStored stored = WireEngine.stored(0, WireEngine.BLOCK_SIZE, 1, pages);
    engine.publish(stored, stored.withMedium("CPU_PINNED"));
    askOfPages(scene, "stored", 1, 0, 1);

    engine.publish(BlockRemoved.of(BlockHashes.of(9)));
    askOfPages(scene, "page 9 has left the device", 0, 1, 1);

    engine.publish(new BlockRemoved(BlockHashes.of(3), "CPU_PINNED", EventTail.NONE));
    askOfPages(scene, "page 3 has left host memory", 0, 0, 0);

    TokenIds ninth = TokenIds.plain(WireEngine.run(8, 1));
    engine.publish(BlockStored.of(BlockHashes.of(9), OptionalLong.of(8), ninth, 1));
    askOfPages(scene, "page 9 is on the device again", 1, 0, 0);
    scene.askCount(engine, ConversionCount.BLOCK_SIZE_MISMATCH, 0);
  }

  private static void askOfPages(Scene scene, String when, int device, int host, int heldInHost) {
    RequestContent prompt = WireEngine.prompt(0, WireEngine.BLOCK_SIZE);
    scene.askCredit("b1, " + when, StorageTier.DEVICE, 1, device, prompt);
    scene.askHeld(StorageTier.DEVICE, 1, device);
    scene.askCredit("b1, " + when, StorageTier.HOST_PINNED, 1, host, prompt);
    scene.askHeld(StorageTier.HOST_PINNED, 1, heldInHost);
  }
}
