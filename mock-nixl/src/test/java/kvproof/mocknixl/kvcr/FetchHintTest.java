package kvproof.mocknixl.kvcr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.KvHintAction;
import org.junit.jupiter.api.Test;

class FetchHintTest {
  @Test
  void actionOfAHintIsItsEndpointAndTheSetOfItsHashes() {
    KvHintAction.Fetch action =
        new KvHintAction.Fetch("a1", BlockHashes.of(22, 11, -1, 22), "tcp://w7:9000");

    assertThat(FetchHint.of(action))
        .isEqualTo(new FetchHint("tcp://w7:9000", Set.of(-1L, 11L, 22L)));
  }

  @Test
  void hintPrintsTheSameInWhateverOrderItWasGiven() {
    assertThat(new FetchHint("tcp://w7:9000", Set.of(5L, 3L, 9L, 1L)).toString())
        .isEqualTo("FetchHint[sourceEndpoint=tcp://w7:9000, blockHashes=[1, 3, 5, 9]]");
  }

  @Test
  void hintWithoutEndpointOrHashesIsRefused() {
    assertThatThrownBy(() -> new FetchHint("", Set.of(1L))).hasMessageContaining("'', 1 hashes");
    assertThatThrownBy(() -> new FetchHint("tcp://w7:9000", Set.of()))
        .hasMessageContaining("'tcp://w7:9000', 0 hashes");
  }
}
