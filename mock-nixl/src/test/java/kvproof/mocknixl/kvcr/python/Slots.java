package kvproof.mocknixl.kvcr.python;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferMemory;

/** Equal slots of one memory, and which blocks lie in them. The framework holds nothing. */
final class Slots implements SourceBlocks {
  private final TransferMemory memory;
  private final BlockContent content;
  private final int count;
  private final Map<BlockKey, Integer> held = new HashMap<>();
  private final Queue<PinReply> pinReplies = new ArrayDeque<>();
  private long pinRequests;
  private int claims;

  Slots(TransferMemory memory, int blockBytes, int count) {
    this.memory = memory;
    this.content = new BlockContent(blockBytes);
    this.count = count;
  }

  Catalogue catalogue() {
    CatalogueRegion owned =
        new CatalogueRegion(
            "", MemoryKind.DRAM, 0, memory.region().address(), 0, count, content.blockBytes());
    return new Catalogue(new TreeMap<>(), new TreeMap<>(Map.of("", owned)));
  }

  ByteBuffer slot(int slot) {
    return memory.view((long) slot * content.blockBytes(), content.blockBytes());
  }

  /** One block's bytes under a key, its own or another's. */
  void hold(int slot, BlockKey key, long bytesOf) {
    held.values().remove(slot);
    content.fill(bytesOf, slot(slot));
    held.put(key, slot);
  }

  int claims() {
    return claims;
  }

  @Override
  public Optional<Claim> claim(BlockKey key) {
    return Optional.ofNullable(held.get(key)).map(this::claimOf);
  }

  private Claim claimOf(int slot) {
    claims++;
    long offset = (long) slot * content.blockBytes();
    List<BlockPart> parts =
        List.of(new BlockPart("", memory.region().slice(offset, content.blockBytes())));
    return new Claim() {
      @Override
      public List<BlockPart> parts() {
        return parts;
      }

      @Override
      public void release() {
        claims--;
      }
    };
  }

  @Override
  public long requestPins(List<BlockKey> keys) {
    pinRequests++;
    pinReplies.add(new PinReply(pinRequests, Optional.empty()));
    return pinRequests;
  }

  @Override
  public List<PinReply> takePinReplies() {
    List<PinReply> taken = List.copyOf(pinReplies);
    pinReplies.clear();
    return taken;
  }

  @Override
  public boolean releasePin(long pin) {
    throw new AssertionError("pin " + pin + " was never given");
  }

  @Override
  public void cancelPins(long request) {
    pinReplies.removeIf(reply -> reply.request() == request);
  }
}
