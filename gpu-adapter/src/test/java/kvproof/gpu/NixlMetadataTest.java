package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import kvproof.gpu.NixlMetadata.Place;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.testkit.SeededRandom;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Test;

/** What NIXL 1.5.1 wrote for an agent {@code B} with one region of 1 MiB is read, and no less. */
class NixlMetadataTest {
  private static final byte[] WRITTEN =
      HexFormat.of()
          .parseHex(
              "6e69786c5365724465737c4167656e740100000000000000427c436f6e6e730800000000"
                  + "00000001000000000000007c7403000000000000005543587c634d0000000000000020fa"
                  + "ea19f158c5fcf00000637577cc2b320040975000000000004f03c08820e6d1233191937f"
                  + "010e0102da27b67abf6d0c91f9ffffefcf1917b75138539e3e4bd7e03737011323008284"
                  + "f587807c0a000000000000004d656d53656374696f6e7c6e69786c536563456c6d730800"
                  + "00000000000001000000000000007c626b6e6403000000000000005543587c6e69786c44"
                  + "4c6973740a000000000000006e69786c53444c6973747c74040000000000000000000000"
                  + "7c6e080000000000000001000000000000007c230000000000000010f02f74ef7f000000"
                  + "00100000000000000000000000000001000000000000000000ff7c");

  @Test
  void nameAndPlaceAreRead() {
    NixlMetadata metadata = NixlMetadata.read(AgentMetadata.of(WRITTEN));

    assertThat(metadata.agent()).isEqualTo("B");
    assertThat(metadata.place()).isEqualTo(Optional.of(new Place(0, 0, 0x7fef742ff010L)));
  }

  @Test
  void everyCutIsRefused() {
    for (int length = 0; length < WRITTEN.length; length++) {
      AgentMetadata cut = AgentMetadata.of(Arrays.copyOf(WRITTEN, length));
      NearAndFar.refused(Category.INVALID_PARAMETER, () -> NixlMetadata.read(cut));
    }
    AgentMetadata longer = AgentMetadata.of(Arrays.copyOf(WRITTEN, WRITTEN.length + 1));
    NearAndFar.refused(Category.INVALID_PARAMETER, () -> NixlMetadata.read(longer));
  }

  /** Whatever is made of it, it is read or refused, in bounded time and memory. */
  @Test
  void alteredBytesAreReadOrRefused() {
    var random = new SeededRandom(1);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] altered = WRITTEN.clone();
      for (int change = 0; change <= random.below(3); change++) {
        altered[random.below(altered.length)] = (byte) random.nextLong();
      }
      try {
        NixlMetadata.read(AgentMetadata.of(altered));
      } catch (TransferException refusal) {
        assertThat(refusal.category()).isEqualTo(Category.INVALID_PARAMETER);
        refused++;
      }
    }
    assertThat(refused).isBetween(5_000, 19_999);
  }

  @Test
  void lifeIsTheConnectionsAndNotTheRegions() {
    byte[] moved = WRITTEN.clone();
    moved[WRITTEN.length - 30]++;
    byte[] restarted = WRITTEN.clone();
    restarted[120]++;
    NixlMetadata first = NixlMetadata.read(AgentMetadata.of(WRITTEN));

    assertThat(first.isSameLifeAs(NixlMetadata.read(AgentMetadata.of(moved)))).isTrue();
    assertThat(first.isSameLifeAs(NixlMetadata.read(AgentMetadata.of(restarted)))).isFalse();
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatExceptionOfType(TransferException.class)
        .isThrownBy(() -> NixlMetadata.read(AgentMetadata.of(new byte[] {1, 2, 3})))
        .withMessageContaining("not NIXL metadata of 3 bytes");
  }
}
