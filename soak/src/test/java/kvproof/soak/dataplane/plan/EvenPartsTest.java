package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import kvproof.mocknixl.worker.BlockLayout;
import org.junit.jupiter.api.Test;

class EvenPartsTest {

  @Test
  void partsAreAlikeButForTheLast() {
    BlockLayout layout = EvenParts.of(4096, List.of("kv:k", "kv:v", "scales"));

    assertThat(layout.bytesByLabel()).hasToString("{kv:k=1360, kv:v=1360, scales=1376}");
    assertThat(layout.blockBytes()).isEqualTo(4096);
    assertThat(EvenParts.print(layout)).isEqualTo("4 KiB in kv:k, kv:v, scales");
  }

  @Test
  void onePartIsTheWholeBlock() {
    assertThat(EvenParts.print(EvenParts.of(65536, List.of("")))).isEqualTo("64 KiB");
  }

  @Test
  void partsWithoutAWordAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EvenParts.of(16, List.of("a", "b", "c")))
        .withMessageContaining("16 bytes")
        .withMessageContaining("3 parts");
    assertThatIllegalArgumentException().isThrownBy(() -> EvenParts.of(4097, List.of("")));
  }
}
