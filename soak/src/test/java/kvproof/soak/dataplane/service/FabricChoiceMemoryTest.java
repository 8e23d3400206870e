package kvproof.soak.dataplane.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FabricChoiceMemoryTest {

  @ParameterizedTest
  @EnumSource(MemoryKind.class)
  void theStandInHasEveryKind(MemoryKind kind) {
    FabricChoice choice = new FabricChoice(FabricChoice.MOCK, Map.of(), kind);

    assertThatCode(choice::tryOut).doesNotThrowAnyException();
  }

  @Test
  void aServiceIsToldTheMemoryOfItsDeviceTier() {
    FabricChoice choice =
        new FabricChoice("nixl", Map.of("nixl-lib", "/opt/nixl"), MemoryKind.VRAM);

    assertThat(choice.toArguments())
        .containsExactly("--agent", "nixl", "--memory", "vram", "--nixl-lib", "/opt/nixl");
  }

  @Test
  void aFabricThatCannotBeOpenedSaysWhy() {
    FabricChoice choice = new FabricChoice("other", Map.of(), MemoryKind.DRAM);

    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(choice::tryOut)
        .withMessageContaining("no agent 'other' here");
  }
}
