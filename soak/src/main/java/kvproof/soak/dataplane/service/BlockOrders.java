package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.BlockPool.Eviction;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.model.HashText;
import kvproof.model.StorageTier;
import kvproof.soak.dataplane.timeline.TimelineEvent.Kind;
import kvproof.soak.sim.OtherBlocks;

/** What a process can be told about its blocks: store, lose, spoil, inspect. */
final class BlockOrders {
  private final KvWorker worker;
  private final Recorder recorder;

  BlockOrders(KvWorker worker, Recorder recorder) {
    this.worker = worker;
    this.recorder = recorder;
  }

  void store(JsonNode line) {
    BlockPool pool = pool(line);
    BlockHashes hashes = hashes(line);
    if (!pool.store(hashes)) {
      throw new IllegalStateException(
          "no room for " + hashes.size() + " blocks: " + pool.freeSlots() + " slots are free");
    }
    recorder.add(Kind.MARK, "stored " + hashes.size() + " blocks", 0);
  }

  void evict(JsonNode line, ObjectNode answer) {
    BlockPool pool = pool(line);
    ArrayNode results = answer.putArray("evictions");
    int gone = 0;
    for (long hash : hashes(line).toArray()) {
      Eviction eviction = pool.evict(hash);
      gone += eviction == Eviction.ABSENT ? 0 : 1;
      results.add(eviction.name().toLowerCase(Locale.ROOT));
    }
    recorder.add(Kind.MARK, "lost " + gone + " blocks", 0);
  }

  /** Every block that is held has another block's bytes now. */
  void corrupt() {
    for (BlockPool pool : pools()) {
      for (long hash : pool.hashes().toArray()) {
        pool.fill(pool.slot(hash).orElseThrow(), OtherBlocks.inPlaceOf(hash));
      }
    }
    recorder.add(Kind.MARK, "memory has other bytes", 0);
  }

  /** Which blocks are held, and which of them have wrong bytes. */
  void inspect(ObjectNode answer) {
    List<WrongBlock> wrong = new ArrayList<>();
    for (BlockPool pool : pools()) {
      wrong.addAll(pool.wrongBlocks());
    }
    ArrayNode wrongTexts = answer.putArray("wrong");
    wrong.forEach(block -> wrongTexts.add(block.toString()));
    addHashes(answer.putArray("device"), worker.device().hashes());
    addHashes(answer.putArray("host"), worker.host().hashes());
  }

  private List<BlockPool> pools() {
    return List.of(worker.device(), worker.host());
  }

  private BlockPool pool(JsonNode line) {
    return switch (StorageTier.ofWireName(line.path("tier").asText())) {
      case DEVICE -> worker.device();
      case HOST_PINNED -> worker.host();
      case DISK, EXTERNAL ->
          throw new IllegalArgumentException("a node has no tier " + line.path("tier").asText());
    };
  }

  private static BlockHashes hashes(JsonNode line) {
    List<Long> hashes = new ArrayList<>();
    line.path("hashes").forEach(hash -> hashes.add(HashText.parse(hash.asText())));
    return BlockHashes.of(hashes);
  }

  private static void addHashes(ArrayNode node, BlockHashes hashes) {
    hashes.stream().forEach(hash -> node.add(HashText.print(hash)));
  }
}
