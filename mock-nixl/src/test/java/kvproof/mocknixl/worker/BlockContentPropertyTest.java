package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import kvproof.mocknixl.worker.ContentFinding.Torn;
import kvproof.mocknixl.worker.ContentFinding.Truncated;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BlockContentPropertyTest {

  @Property
  void anyOtherBlockIsNamed(
      @ForAll long hash, @ForAll long other, @ForAll @IntRange(min = 2, max = 40) int words) {
    Assume.that(hash != other);
    BlockContent content = new BlockContent(words * 8);
    ByteBuffer block = ByteBuffer.allocate(content.blockBytes());

    content.fill(other, block);

    assertThat(content.check(hash, block)).isEqualTo(new OtherBlock(other));
    assertThat(content.check(other, block)).isEqualTo(new Right());
  }

  /** Also across the runs in which words are compared. */
  @Property
  void tornBlockIsNamedWhereverItIsTorn(
      @ForAll long hash,
      @ForAll long other,
      @ForAll @IntRange(min = 1, max = 1100) int rightWords,
      @ForAll @IntRange(min = 2, max = 700) int tornWords) {
    Assume.that(hash != other);
    BlockContent content = new BlockContent((rightWords + tornWords) * 8);
    ByteBuffer block = ByteBuffer.allocate(content.blockBytes());
    ByteBuffer start = block.slice(0, rightWords * 8);
    content.fill(other, block);
    for (int word = 0; word < rightWords; word++) {
      start.putLong(word * 8, Long.reverseBytes(BlockContent.mix(hash + word * BlockContent.STEP)));
    }

    assertThat(content.check(hash, block)).isEqualTo(new Torn(rightWords * 8, Optional.of(other)));
    block.put(rightWords * 8, new byte[tornWords * 8]);
    assertThat(content.check(hash, block)).isEqualTo(new Truncated(rightWords * 8));
  }

  @Property
  void partsAreTheBlockOneAfterTheOther(
      @ForAll long hash,
      @ForAll @IntRange(min = 0, max = 700) int firstWords,
      @ForAll @IntRange(min = 2, max = 700) int secondWords) {
    BlockContent content = new BlockContent((firstWords + secondWords) * 8);
    ByteBuffer whole = ByteBuffer.allocate(content.blockBytes());
    List<ByteBuffer> parts =
        List.of(ByteBuffer.allocateDirect(firstWords * 8), ByteBuffer.allocate(secondWords * 8));

    content.fill(hash, parts);
    parts.forEach(part -> whole.put(part.duplicate()));

    assertThat(content.check(hash, whole.flip())).isEqualTo(new Right());
    assertThat(content.check(hash, parts)).isEqualTo(new Right());
    parts.getLast().put(0, (byte) (parts.getLast().get(0) + 1));
    assertThat(content.check(hash, parts).isRight()).isFalse();
  }
}
