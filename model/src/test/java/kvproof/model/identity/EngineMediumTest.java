package kvproof.model.identity;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.StorageTier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineMediumTest {
  @ParameterizedTest
  @CsvSource({
    "''        , DEVICE",
    "GPU       , DEVICE",
    "DEVICE    , DEVICE",
    "CPU       , HOST_PINNED",
    "CPU_PINNED, HOST_PINNED",
    "CPU_TIER1 , HOST_PINNED",
    "CPU_TIER2 , DISK",
    "DISK      , DISK",
    "NVME      , DISK",
    "STORAGE   , DISK",
    "EXTERNAL  , EXTERNAL",
    "NETWORK   , EXTERNAL",
    "REMOTE    , EXTERNAL",
    "SHARED    , EXTERNAL",
  })
  void knownMediumNamesItsTier(String medium, StorageTier expected) {
    assertThat(EngineMedium.tierOf(medium)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "FS", " ", "GPU ", "CPU_TIER3", "HOST_PINNED", "host_pinned"})
  void otherMediumIsUnknown(String medium) {
    assertThat(EngineMedium.tierOf(medium)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "DEVICE     , ''",
    "HOST_PINNED, CPU_PINNED",
    "DISK       , DISK",
    "EXTERNAL   , EXTERNAL",
  })
  void tierHasOneMedium(StorageTier tier, String expected) {
    assertThat(EngineMedium.of(tier)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void mediumOfATierLeadsBackToIt(StorageTier tier) {
    assertThat(EngineMedium.tierOf(EngineMedium.of(tier))).contains(tier);
  }
}
