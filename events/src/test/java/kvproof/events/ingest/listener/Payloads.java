package kvproof.events.ingest.listener;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.events.wire.EngineBatch;
import kvproof.events.wire.EngineEvent;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EventStyle;
import kvproof.events.wire.KvEventCodec;
import kvproof.events.wire.TokenIds;
import kvproof.model.BlockHashes;

/** Encoded batches; block n of the chain is 100 + n and has the tokens 4n to 4n+3. */
final class Payloads {
  static final int BLOCK_SIZE = 4;

  private Payloads() {}

  static byte[] of(EngineEvent... events) {
    return encoded(OptionalInt.empty(), events);
  }

  static byte[] ofRank(int dpRank, EngineEvent... events) {
    return encoded(OptionalInt.of(dpRank), events);
  }

  private static byte[] encoded(OptionalInt dpRank, EngineEvent... events) {
    return KvEventCodec.encode(new EngineBatch(1.5, List.of(events), dpRank), EventStyle.ARRAY);
  }

  static EngineEvent chain(int first, int last) {
    return stored(
        first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first),
        LongStream.rangeClosed(first, last).map(block -> 100 + block).toArray());
  }

  static EngineEvent stored(OptionalLong parent, long... hashes) {
    int[] tokens =
        LongStream.of(hashes)
            .flatMap(hash -> LongStream.range(BLOCK_SIZE * hash, BLOCK_SIZE * (hash + 1)))
            .mapToInt(Math::toIntExact)
            .toArray();
    return BlockStored.of(BlockHashes.of(hashes), parent, TokenIds.plain(tokens), BLOCK_SIZE);
  }

  static EngineEvent removal(long... hashes) {
    return BlockRemoved.of(BlockHashes.of(hashes));
  }

  static EngineEvent clear() {
    return AllBlocksCleared.ofFramework();
  }

  /** Block {@code sequence + 1}. */
  static byte[] blockOf(long sequence) {
    int block = Math.toIntExact(sequence) + 1;
    return of(chain(block, block));
  }
}
