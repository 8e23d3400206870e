package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.MmObject;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What went wrong with events in production, as far as decoding and conversion decide it. */
class FieldScenariosTest {
  private static final int BLOCK_SIZE = 16;
  private static final int[] TOKENS = IntStream.range(1000, 1064).toArray();
  private static final BlockHashes HASHES = BlockHashes.of(1, 2, 3, 4);

  /** One engine's stream, as bytes and back, and what it holds by its own account. */
  private static final class Worker {
    final EventIntake intake =
        new EventIntake(StreamConfig.of(new WorkerWithDpRank(1, 0), BLOCK_SIZE));
    final List<StoredBlock> held = new ArrayList<>();
    long sequence;

    List<RouterEvent> publish(EngineEvent... events) throws Exception {
      var batch = new EngineBatch(1.5, List.of(events), OptionalInt.of(0));
      byte[] payload = KvEventCodec.encode(batch, EventStyle.ARRAY);
      List<RouterEvent> converted = intake.convert(KvEventCodec.decode(payload), sequence++);
      for (RouterEvent event : converted) {
        if (event.data() instanceof Stored(_, _, var blocks)) {
          held.addAll(blocks);
        }
        if (event.data() instanceof Removed(var hashes)) {
          held.removeIf(block -> hashes.stream().anyMatch(hash -> hash == block.blockHash()));
        }
      }
      return converted;
    }

    /** Leading blocks of a prompt that it holds. */
    int overlap(RequestContent prompt) {
      long[] query = prompt.localHashes().toArray();
      int end = 0;
      while (end < query.length && isHeld(query[end])) {
        end++;
      }
      return end;
    }

    private boolean isHeld(long localHash) {
      return held.stream().anyMatch(block -> block.tokensHash() == localHash);
    }
  }

  private static BlockStored stored(ContentKeys content) {
    return BlockStored.of(HASHES, OptionalLong.empty(), TokenIds.plain(TOKENS), BLOCK_SIZE)
        .withContent(content);
  }

  private static RequestContent prompt() {
    return RequestContent.of(Tokens.of(TOKENS), BLOCK_SIZE);
  }

  @Test
  @DisplayName("FS-17 more tokens than hashes: counted and named as a possible mis-pairing")
  void tokensOfASkippedBlockAreReported() throws Exception {
    var worker = new Worker();

    worker.publish(
        BlockStored.of(
            BlockHashes.of(0xa, 0xc),
            OptionalLong.empty(),
            TokenIds.plain(IntStream.range(0, 48).toArray()),
            BLOCK_SIZE));

    assertThat(worker.intake.converted().of(ConversionCount.POSSIBLE_MISPAIRING)).isEqualTo(1);
    assertThat(worker.intake.warnings())
        .containsExactly("possible_mispairing: 48 tokens against 2 hashes of 16, block size 16");
    // what is credited follows the wire rules: the first two blocks of tokens
    assertThat(
            worker.overlap(
                RequestContent.of(Tokens.of(IntStream.range(0, 48).toArray()), BLOCK_SIZE)))
        .isEqualTo(2);
  }

  @ParameterizedTest
  @DisplayName("FS-24 the three names of host memory are one tier")
  @CsvSource({"CPU, CPU_PINNED", "CPU_PINNED, CPU_TIER1", "CPU_TIER1, CPU"})
  void namesOfHostMemoryAreOneTier(String storedMedium, String removedMedium) throws Exception {
    var worker = new Worker();

    List<RouterEvent> stored = worker.publish(stored(ContentKeys.NONE).withMedium(storedMedium));
    assertThat(stored).extracting(RouterEvent::tier).containsOnly(StorageTier.HOST_PINNED);
    assertThat(worker.overlap(prompt())).isEqualTo(4);

    List<RouterEvent> removed =
        worker.publish(new BlockRemoved(HASHES, removedMedium, EventTail.NONE));
    assertThat(removed).extracting(RouterEvent::tier).containsOnly(StorageTier.HOST_PINNED);
    assertThat(worker.held).isEmpty();
    assertThat(worker.intake.converted().of(ConversionCount.HOST_PINNED_EVENT)).isEqualTo(2);
    assertThat(worker.intake.converted().of(ConversionCount.DEVICE_EVENT)).isZero();
  }

  @Test
  @DisplayName("FS-71 an adapter among the extra keys enters the key once")
  void adapterEntersTheKeyOnce() throws Exception {
    var worker = new Worker();
    worker.publish(
        stored(
            ContentKeys.NONE
                .withLoraName("adapter-116")
                .withExtraKeys(
                    new ExtraKeys(
                        Collections.nCopies(
                            4, List.<ExtraKey>of(new ExtraKey.Text("adapter-116")))))));

    assertThat(worker.overlap(prompt().withLoraName("adapter-116"))).isEqualTo(4);
    assertThat(worker.overlap(prompt())).isZero();
  }

  @Test
  @DisplayName("FS-72 base, adapter, salt, adapter and salt: four keys")
  void adapterAndSaltMakeFourKeys() throws Exception {
    List<ContentKeys> contents =
        List.of(
            ContentKeys.NONE,
            ContentKeys.NONE.withLoraName("A"),
            ContentKeys.NONE.withCacheSalt("S"),
            ContentKeys.NONE
                .withLoraName("A")
                .withExtraKeys(
                    new ExtraKeys(
                        List.of(
                            List.of(
                                new ExtraKey.Text("A"),
                                new ExtraKey.Text("dynamo-cache-salt:S"))))));
    List<RequestContent> prompts =
        List.of(
            prompt(),
            prompt().withLoraName("A"),
            prompt().withCacheNamespace("S"),
            prompt().withLoraName("A").withCacheNamespace("S"));

    for (int i = 0; i < contents.size(); i++) {
      var worker = new Worker();
      worker.publish(stored(contents.get(i)));
      for (int j = 0; j < prompts.size(); j++) {
        assertThat(worker.overlap(prompts.get(j))).isEqualTo(i == j ? 4 : 0);
      }
    }
  }

  @Test
  @DisplayName("FS-73 a reloaded adapter has its blocks removed: the name is the key")
  void reloadedAdapterHoldsNothing() throws Exception {
    var worker = new Worker();
    worker.publish(stored(ContentKeys.NONE.withLoraName("a")));
    assertThat(worker.overlap(prompt().withLoraName("a"))).isEqualTo(4);

    worker.publish(BlockRemoved.of(HASHES)); // what the engine emits at the reload

    assertThat(worker.overlap(prompt().withLoraName("a"))).isZero();
    assertThat(worker.held).isEmpty();
  }

  @Test
  @DisplayName("FS-74 equal tokens, another image: credit ends where the image begins")
  void anotherImageIsAnotherBlock() throws Exception {
    var worker = new Worker();
    worker.publish(
        stored(
            ContentKeys.NONE.withBlockMmInfos(
                List.of(
                    List.of(),
                    List.of(MmObjectInfo.of(0xf)),
                    List.of(MmObjectInfo.of(0xf)),
                    List.of()))));

    assertThat(worker.overlap(prompt().withMmObjects(imageInTheMiddle(0xf)))).isEqualTo(4);
    assertThat(worker.overlap(prompt().withMmObjects(imageInTheMiddle(0xe)))).isEqualTo(1);
    assertThat(worker.overlap(prompt())).isEqualTo(1);
  }

  private static List<List<MmObject>> imageInTheMiddle(long hash) {
    return LongStream.of(0, hash, hash, 0)
        .mapToObj(
            object -> object == 0 ? List.<MmObject>of() : List.of(new MmObject(object, List.of())))
        .toList();
  }
}
