package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class WriteDoneTest {

  @Test
  void reportsRoundTrip() {
    WriteDone report = new WriteDone(List.of(3, 0, 70_000));

    assertThat(WriteDone.parse(report.toBytes())).isEqualTo(report);
    assertThat(WriteDone.parse(new WriteDone(List.of()).toBytes()).completed()).isEmpty();
  }

  @Test
  void junkIsRefused() {
    for (byte[] junk :
        List.of(
            new byte[0],
            new byte[3],
            new byte[] {0, 0, 0, 1},
            new byte[] {0, 0, 0, 0, 0},
            new byte[] {-1, -1, -1, -1},
            new byte[] {0x40, 0, 0, 0})) {
      assertThatIllegalArgumentException().isThrownBy(() -> WriteDone.parse(junk));
    }
  }
}
