package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageTierTest {

  @Test
  void tiersAreInWalkingOrderAndTheDeviceIsNoLowerOne() {
    assertThat(StorageTier.values())
        .containsExactly(
            StorageTier.DEVICE, StorageTier.HOST_PINNED, StorageTier.DISK, StorageTier.EXTERNAL);
    assertThat(StorageTier.lower())
        .isEqualTo(List.of(StorageTier.HOST_PINNED, StorageTier.DISK, StorageTier.EXTERNAL));
  }

  @ParameterizedTest
  @CsvSource({
    "DEVICE, device",
    "HOST_PINNED, host_pinned",
    "DISK, disk",
    "EXTERNAL, external",
  })
  void wireNamesReadBack(StorageTier tier, String wireName) {
    assertThat(tier.wireName()).isEqualTo(wireName);
    assertThat(StorageTier.ofWireName(wireName)).isSameAs(tier);
  }

  /** Turkish has an i without a dot: DISK would not become disk there. */
  @Test
  void wireNamesDoNotDependOnTheLanguage() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.of("tr", "TR"));
    try {
      assertThat(StorageTier.DISK.wireName()).isEqualTo("disk");
      assertThat(StorageTier.ofWireName("device")).isSameAs(StorageTier.DEVICE);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "DEVICE", "host-pinned", "gpu"})
  void otherNamesAreRefused(String wireName) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StorageTier.ofWireName(wireName))
        .withMessage("unknown tier '%s' (device, host_pinned, disk, external)", wireName);
  }
}
