package kvproof.events.wire;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.model.BlockHashes;
import kvproof.model.identity.MmObject;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;

/**
 * The tokens of a stored event, cut into blocks and hashed.
 *
 * @param content all tokens with the event's adapter and namespace; no objects
 * @param objects those of block i at i; a block without entry has none
 */
record BlockContent(RequestContent content, List<List<MmObjectInfo>> objects, MmMapping mapping) {

  static BlockContent of(
      BlockStored event, String cacheNamespace, int blockSize, MmMapping mapping) {
    return new BlockContent(
        RequestContent.of(event.tokenIds().tokens(), blockSize)
            .withLoraName(event.content().loraName())
            .withCacheNamespace(cacheNamespace)
            .withEagle(event.tokenIds().isBigram()),
        event.content().mmObjects(),
        mapping);
  }

  /** Blocks whose tokens are all there. */
  int blockCount() {
    return content.blockCount();
  }

  List<MmObjectInfo> objects(int block) {
    return block < objects.size() ? objects.get(block) : List.of();
  }

  /** Hashes of the first blocks. */
  BlockHashes localHashes(int blocks) {
    return objects.stream().allMatch(List::isEmpty)
        ? content.localHashes().slice(0, blocks)
        : BlockHashes.of(IntStream.range(0, blocks).mapToLong(this::localHash).toArray());
  }

  /** One block by itself: with EAGLE its last token is also the next one's first. */
  private long localHash(int block) {
    int start = block * content.blockSize();
    int end = start + content.blockSize() + (content.eagle() ? 1 : 0);
    int[] tokens = IntStream.range(start, end).map(content.tokens()::at).toArray();
    Optional<int[]> padded = mapping.padded(tokens, objects(block));
    List<MmObject> beside =
        padded.isPresent()
            ? List.of()
            : objects(block).stream()
                .map(object -> new MmObject(object.mmHash(), List.of()))
                .toList();
    return new RequestContent(
            Tokens.of(padded.orElse(tokens)),
            content.blockSize(),
            content.loraName(),
            content.cacheNamespace(),
            List.of(beside),
            content.eagle())
        .localHashes()
        .at(0);
  }
}
