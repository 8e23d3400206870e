package kvproof.model.transfer;

import static kvproof.model.transfer.MemoryKind.DRAM;
import static kvproof.model.transfer.MemoryKind.VRAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MemoryRegionTest {
  private static final MemoryRegion REGION = new MemoryRegion(DRAM, 0, 4096, 64);

  @Test
  void extentHasAtLeastOneByteAndEndsAtOrBelowTwoToThe64() {
    assertThat(new MemoryRegion(DRAM, 0, -1, 1).whole().lastAddress()).isEqualTo(-1);

    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRegion(DRAM, 0, 4096, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRegion(DRAM, 0, 4096, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRegion(DRAM, 0, -1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Descriptor(DRAM, 0, -1, 2));
  }

  @Test
  void sliceStaysInside() {
    assertThat(REGION.slice(60, 4)).isEqualTo(new Descriptor(DRAM, 0, 4156, 4));
    assertThat(REGION.slice(0, 64)).isEqualTo(REGION.whole());

    assertThatIllegalArgumentException().isThrownBy(() -> REGION.slice(60, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> REGION.slice(64, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> REGION.slice(-1, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> REGION.slice(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> REGION.slice(1, Long.MAX_VALUE));
  }

  @Test
  void holdsWhatLiesInsideTheSameMemory() {
    assertThat(REGION.holds(new Descriptor(DRAM, 0, 4096, 64))).isTrue();
    assertThat(REGION.holds(new Descriptor(DRAM, 0, 4159, 1))).isTrue();
    assertThat(REGION.holds(new Descriptor(DRAM, 0, 4159, 2))).isFalse();
    assertThat(REGION.holds(new Descriptor(DRAM, 0, 4095, 2))).isFalse();
    assertThat(REGION.holds(new Descriptor(VRAM, 0, 4096, 1))).isFalse();
    assertThat(REGION.holds(new Descriptor(DRAM, 1, 4096, 1))).isFalse();
  }

  @Test
  void regionsThatOnlyTouchDoNotOverlap() {
    assertThat(REGION.overlaps(new MemoryRegion(DRAM, 0, 4160, 64))).isFalse();
    assertThat(REGION.overlaps(new MemoryRegion(DRAM, 0, 4032, 64))).isFalse();
    assertThat(REGION.overlaps(new MemoryRegion(DRAM, 0, 4159, 64))).isTrue();
    assertThat(REGION.overlaps(new MemoryRegion(DRAM, 0, 4032, 65))).isTrue();
    assertThat(REGION.overlaps(new MemoryRegion(DRAM, 0, 4100, 1))).isTrue();
    assertThat(REGION.overlaps(new MemoryRegion(VRAM, 0, 4096, 64))).isFalse();
  }

  @Test
  void addressesAreUnsigned() {
    MemoryRegion high = new MemoryRegion(DRAM, 0, 0x7fff_ffff_ffff_fff0L, 32);

    assertThat(high.holds(new Descriptor(DRAM, 0, 0x8000_0000_0000_0000L, 16))).isTrue();
    assertThat(high.overlaps(new MemoryRegion(DRAM, 0, 0x8000_0000_0000_0010L, 16))).isFalse();
  }

  @Test
  void printsKindDeviceAddressAndSize() {
    assertThat(REGION).hasToString("DRAM:0 0x0000000000001000+64");
  }
}
