package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PoolLayoutTest {

  @Test
  void sizeOfALabelIsThatOfThePoolBeforeTheColon() {
    PoolLayout layout = layout(Map.of("kv", 4096L));

    assertThat(layout.blockBytes("kv")).isEqualTo(OptionalLong.of(4096));
    assertThat(layout.blockBytes("kv:v")).isEqualTo(OptionalLong.of(4096));
    assertThat(layout.blockBytes("k")).isEmpty();
    assertThat(layout(Map.of("", 8L)).blockBytes("")).isEqualTo(OptionalLong.of(8));
  }

  @Test
  void emptyNameStandsAlone() {
    assertThatIllegalArgumentException().isThrownBy(() -> layout(Map.of("", 8L, "kv", 8L)));
  }

  @Test
  void noColonNoEmptyLayoutNoEmptyBlock() {
    assertThatIllegalArgumentException().isThrownBy(() -> layout(Map.of("kv:k", 8L)));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(Map.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> layout(Map.of("kv", 0L)));
  }

  private static PoolLayout layout(Map<String, Long> pools) {
    return new PoolLayout(new LinkedHashMap<>(pools));
  }
}
