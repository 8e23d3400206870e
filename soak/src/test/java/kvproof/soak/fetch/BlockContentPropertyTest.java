package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;

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
    byte[] block = new byte[content.blockBytes()];

    content.fill(other, block);

    assertThat(content.check(hash, block)).isEqualTo(new ContentFinding.OtherBlock(other));
    assertThat(content.check(other, block)).isEqualTo(new ContentFinding.Right());
  }
}
