package kvproof.model.identity;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SequenceHashesPropertyTest {
  /** Three ways: all at once, grown by one block at a time, and from the 16 bytes by hand. */
  @Property
  void rolledChainIsTheWholeChain(@ForAll @Size(max = 40) List<Long> localHashes) {
    BlockHashes whole = SequenceHashes.of(BlockHashes.of(localHashes));

    Xxh3 hash = Xxh3.seeded(1337);
    OptionalLong parent = OptionalLong.empty();
    for (int position = 0; position < localHashes.size(); position++) {
      long localHash = localHashes.get(position);
      long expected =
          parent.isEmpty() ? localHash : hash.hash(bytes(parent.getAsLong(), localHash));
      assertThat(whole.at(position)).isEqualTo(expected);
      parent = OptionalLong.of(SequenceHashes.next(parent, localHash));
      assertThat(parent).hasValue(expected);
    }
    assertThat(whole.size()).isEqualTo(localHashes.size());
  }

  /** What comes after a block never changes the hashes up to it. */
  @Property
  void hashesOfAPrefixAreAPrefixOfTheHashes(
      @ForAll @Size(min = 1, max = 40) List<Long> localHashes,
      @ForAll @IntRange(max = 40) int cut) {
    BlockHashes whole = BlockHashes.of(localHashes);
    int end = Math.min(cut, whole.size());

    assertThat(SequenceHashes.of(whole.slice(0, end)))
        .isEqualTo(SequenceHashes.of(whole).slice(0, end));
  }

  private static byte[] bytes(long parent, long localHash) {
    return ByteBuffer.allocate(16).order(LITTLE_ENDIAN).putLong(parent).putLong(localHash).array();
  }
}
