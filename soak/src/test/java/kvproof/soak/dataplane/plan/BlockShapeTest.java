package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockShapeTest {

  @Test
  void partsAreAlikeButForTheLast() {
    BlockShape shape = BlockShape.of(4096, List.of("kv:k", "kv:v", "scales"));

    assertThat(shape.bytesByLabel()).hasToString("{kv:k=1360, kv:v=1360, scales=1376}");
    assertThat(shape.blockBytes()).isEqualTo(4096);
    assertThat(shape).hasToString("4 KiB in kv:k, kv:v, scales");
  }

  @Test
  void onePartIsTheWholeBlock() {
    assertThat(BlockShape.of(65536, List.of(""))).hasToString("64 KiB");
  }

  @Test
  void partsWithoutAWordAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockShape.of(16, List.of("a", "b", "c")))
        .withMessageContaining("16 bytes")
        .withMessageContaining("3 parts");
    assertThatIllegalArgumentException().isThrownBy(() -> BlockShape.of(4097, List.of("")));
  }
}
