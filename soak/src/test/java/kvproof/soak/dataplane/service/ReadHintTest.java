package kvproof.soak.dataplane.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import kvproof.mocknixl.kvcr.FetchHint;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import org.junit.jupiter.api.Test;

class ReadHintTest {
  private static final String HINT =
      KvHint.fetch("r", BlockHashes.of(9, 7), "tcp://127.0.0.1:9").toJson();

  @Test
  void isWhatTheServiceKeepsAndTheOrderOfItsBlocks() {
    ReadHint hint = ReadHint.of(HINT);

    assertThat(hint.read()).isEqualTo(new FetchHint("tcp://127.0.0.1:9", Set.of(7L, 9L)));
    assertThat(hint.inOrder()).isEqualTo(BlockHashes.of(9, 7));
  }

  @Test
  void whatKvcrRefusesIsRefusedWithItsReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReadHint.of(HINT.replace("[9,7]", "[]")))
        .withMessageContaining("the router's hint is refused")
        .withMessageContaining("block_hashes is empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReadHint.of("not JSON"))
        .withMessageContaining("not JSON");
  }

  @Test
  void whatKvcrWouldWarnOfIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ReadHint.of(HINT.replace("\"0.1\"", "\"9.9\"")))
        .withMessageContaining("9.9");
  }
}
