package kvproof.mocknixl.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import org.junit.jupiter.api.Test;

class PeerMetadataTest {
  private static final String GOLDEN =
      "6b76706e69786c31 0004 6e656172 00112233445566778899aabbccddeeff"
          + "0009 3132372e302e302e31 c001 00000002"
          + "00 0000000000000000 0000000010000000 0000000000001000"
          + "01 0000000000000007 fffffffffffffffe 0000000000000002";

  static PeerMetadata example() {
    return new PeerMetadata(
        new Peer("near", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")),
        "127.0.0.1",
        0xc001,
        List.of(
            new MemoryRegion(MemoryKind.DRAM, 0, 0x10000000L, 4096),
            new MemoryRegion(MemoryKind.VRAM, 7, -2, 2)));
  }

  @Test
  void isWrittenAsTheTableSays() {
    assertThat(HexFormat.of().formatHex(example().write().toBytes()))
        .isEqualTo(GOLDEN.replace(" ", ""));
  }

  @Test
  void isReadBack() {
    assertThat(PeerMetadata.read(metadata(GOLDEN))).isEqualTo(example());
  }

  @Test
  void regionsOfNoBytesAreRefused() {
    refused(GOLDEN.replace("0000000000001000", "0000000000000000"));
  }

  @Test
  void regionsAcrossTheEndOfMemoryAreRefused() {
    refused(GOLDEN.substring(0, GOLDEN.length() - 1) + "3");
  }

  @Test
  void moreRegionsThanThereAreBytesForAreRefused() {
    refused(GOLDEN.replace("c001 00000002", "c001 00000003"));
    refused(GOLDEN.replace("c001 00000002", "c001 00010001"));
    refused(GOLDEN.replace("c001 00000002", "c001 ffffffff"));
    refused(GOLDEN.replace("c001 00000002", "c001 00000001"));
  }

  @Test
  void foreignBytesAreRefused() {
    refused("");
    refused(GOLDEN.replace("6b76706e69786c31", "6b76706e69786c32"));
    refused(GOLDEN.replace("0004 6e656172", "0000"));
  }

  @Test
  void newerMetadataAddsItsRegions() {
    var newer =
        new PeerMetadata(
            example().agent(),
            "127.0.0.1",
            1,
            List.of(new MemoryRegion(MemoryKind.DRAM, 0, 0x20000000L, 1)));

    PeerMetadata both = example().plus(newer);

    assertThat(both.regions()).hasSize(3);
    assertThat(both.port()).isEqualTo(1);
    assertThat(both.plus(newer)).isEqualTo(both);
  }

  private static void refused(String hex) {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> PeerMetadata.read(metadata(hex)));
  }

  private static AgentMetadata metadata(String hex) {
    return AgentMetadata.of(HexFormat.of().parseHex(hex.replace(" ", "")));
  }
}
