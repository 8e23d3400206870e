package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import org.junit.jupiter.api.Test;

class LayoutMatchTest {

  @Test
  void equalLayoutsMatchOneToOneWithOrWithoutTheSubset() {
    assertThat(match(false, stored("k", "v"), "k", "v")).hasValue(List.of(0L, 1L));
    assertThat(match(true, stored("k", "v"), "k", "v")).hasValue(List.of(0L, 1L));
  }

  @Test
  void repeatedLabelsMatchOneToOneIfTheLayoutsAreEqual() {
    assertThat(match(false, stored("", ""), "", "")).hasValue(List.of(0L, 1L));
  }

  @Test
  void otherOrderAndFewerPartsMatchOnlyAsASubset() {
    assertThat(match(false, stored("k", "v"), "v", "k")).isEmpty();
    assertThat(match(true, stored("k", "v"), "v", "k")).hasValue(List.of(1L, 0L));
    assertThat(match(false, stored("k", "v", "s"), "s")).isEmpty();
    assertThat(match(true, stored("k", "v", "s"), "s")).hasValue(List.of(2L));
  }

  @Test
  void subsetHasNoRepeatedLabel() {
    assertThat(match(true, stored("k", "v"), "k", "k")).isEmpty();
  }

  @Test
  void everyLabelOfASubsetIsStoredExactlyOnce() {
    assertThat(match(true, stored("k", "v"), "k", "x")).isEmpty();
    assertThat(match(true, stored("k", "k", "v"), "k")).isEmpty();
    assertThat(match(true, stored("k", "k", "v"), "v")).hasValue(List.of(2L));
  }

  /** Part i lies at address 16 * i. */
  private static List<BlockPart> stored(String... labels) {
    return IntStream.range(0, labels.length)
        .mapToObj(i -> new BlockPart(labels[i], new Descriptor(MemoryKind.DRAM, 0, 16L * i, 16)))
        .toList();
  }

  /** Which of the stored parts was chosen for each label. */
  private static Optional<List<Long>> match(
      boolean isSubsetAllowed, List<BlockPart> stored, String... labels) {
    List<Reference> asked =
        Arrays.stream(labels).map(label -> new Reference("tgt", 0, label, true)).toList();
    return LayoutMatch.of(stored, asked, isSubsetAllowed)
        .map(parts -> parts.stream().map(bytes -> bytes.address() / 16).toList());
  }
}
