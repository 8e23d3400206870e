package kvproof.mocknixl.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;
import org.junit.jupiter.api.Test;

class HeldPinsTest {

  /** Answers every request at once, with nothing, unless it was cancelled. */
  private static final class Prompt implements SourceBlocks {
    final List<PinReply> replies = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    long requests;

    @Override
    public Optional<Claim> claim(BlockKey key) {
      return Optional.empty();
    }

    @Override
    public long requestPins(List<BlockKey> keys) {
      replies.add(new PinReply(++requests, Optional.empty()));
      return requests;
    }

    @Override
    public List<PinReply> takePinReplies() {
      List<PinReply> taken = List.copyOf(replies);
      replies.clear();
      return taken;
    }

    @Override
    public boolean releasePin(long pin) {
      return released.add(pin);
    }

    @Override
    public void cancelPins(long request) {
      replies.removeIf(reply -> reply.request() == request);
    }
  }

  private final Prompt framework = new Prompt();
  private final HeldPins pins = new HeldPins(framework);
  private final List<BlockKey> keys = List.of(BlockKey.ofHash(1));

  @Test
  void answersPassUnlessTheyAreHeld() {
    pins.requestPins(keys);

    assertThat(pins.takePinReplies()).hasSize(1);
    assertThat(pins.requestsMet()).isZero();
    assertThat(pins.releasePin(3)).isTrue();
    assertThat(framework.released).containsExactly(3L);
  }

  @Test
  void heldAnswersComeWhenTheFrameworkAnswersAgain() {
    pins.hold(true);
    long request = pins.requestPins(keys);
    assertThat(pins.takePinReplies()).isEmpty();
    assertThat(pins.requestsMet()).isEqualTo(1);

    pins.hold(false);

    assertThat(pins.takePinReplies()).extracting(SourceBlocks.PinReply::request).contains(request);
  }

  @Test
  void cancelledRequestIsNotAnsweredLater() {
    pins.hold(true);
    pins.cancelPins(pins.requestPins(keys));
    pins.hold(false);

    assertThat(pins.takePinReplies()).isEmpty();
  }
}
