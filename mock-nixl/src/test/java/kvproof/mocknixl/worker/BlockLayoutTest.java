package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import kvproof.mocknixl.kvcr.PoolLayout;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {

  @Test
  void partsKeepTheirOrderAndAddUp() {
    BlockLayout layout = layout("kv:v", 64, "scales", 16, "kv:k", 64);

    assertThat(layout.blockBytes()).isEqualTo(144);
    assertThat(layout.labels()).containsExactly("kv:v", "scales", "kv:k");
    assertThat(layout.labels("kv")).containsExactly("kv:v", "kv:k");
    assertThat(layout).hasToString("kv:v=64,scales=16,kv:k=64");
  }

  @Test
  void poolsComeInTheOrderOfTheirFirstParts() {
    SequencedMap<String, Long> pools = new LinkedHashMap<>();
    pools.put("kv", 64L);
    pools.put("scales", 16L);

    assertThat(layout("kv:v", 64, "scales", 16, "kv:k", 64).poolLayout())
        .isEqualTo(new PoolLayout(pools))
        .satisfies(
            layout -> assertThat(layout.blockBytesByPool().firstEntry().getKey()).isEqualTo("kv"));
  }

  @Test
  void wholeBlockIsOnePartWithoutAName() {
    assertThat(BlockLayout.whole(64).labels()).containsExactly("");
    assertThat(BlockLayout.whole(64).poolLayout().blockBytesByPool()).isEqualTo(Map.of("", 64L));
  }

  @Test
  void unusableLayoutsAreRefusedWithTheirReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout("kv:k", 64, "kv:v", 32))
        .withMessageContaining("'kv' differ: 64 and 32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout("kv", 20))
        .withMessageContaining("20 bytes; take a multiple of 8");
    assertThatIllegalArgumentException().isThrownBy(() -> layout("kv", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> layout("kv", 8));
    assertThatIllegalArgumentException().isThrownBy(() -> layout("kv:", 64));
    assertThatIllegalArgumentException().isThrownBy(() -> layout("kv:k:v", 64));
    assertThatIllegalArgumentException().isThrownBy(() -> layout("", 64, "scales", 64));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlockLayout(new LinkedHashMap<>(Map.of())));
  }

  @Test
  void layoutDoesNotFollowTheMapItWasMadeOf() {
    SequencedMap<String, Integer> parts = new LinkedHashMap<>(Map.of("kv", 64));
    BlockLayout layout = new BlockLayout(parts);

    parts.put("scales", 16);

    assertThat(layout.labels()).isEqualTo(List.of("kv"));
  }

  static BlockLayout layout(Object... labelsAndBytes) {
    SequencedMap<String, Integer> parts = new LinkedHashMap<>();
    for (int i = 0; i < labelsAndBytes.length; i += 2) {
      parts.put((String) labelsAndBytes[i], (Integer) labelsAndBytes[i + 1]);
    }
    return new BlockLayout(parts);
  }
}
