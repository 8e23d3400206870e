package kvproof.mocknixl.kvcr;

import static kvproof.mocknixl.kvcr.SourceRig.key;
import static kvproof.mocknixl.kvcr.SourceRig.keys;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FrameworkPinsTest {
  private final FakeBlocks blocks = new FakeBlocks();
  private final FrameworkPins pins = new FrameworkPins(blocks);

  @BeforeEach
  void frameworkHoldsBlockSeven() {
    Descriptor bytes = new Descriptor(MemoryKind.DRAM, 0, 64, 64);
    blocks.framework.put(key(7), List.of(new BlockPart("", bytes)));
  }

  @Test
  void answerIsTakenOnceAndThePinIsTheTakersFromThenOn() {
    long request = pins.request(keys(7, 8));
    assertThat(pins.take(request)).isEmpty();

    blocks.answerPins();
    pins.poll();

    assertThat(pins.take(request).orElseThrow().pin().orElseThrow().parts())
        .containsOnlyKeys(key(7));
    assertThat(pins.take(request)).isEmpty();
    assertThat(blocks.pinned).hasSize(1);
  }

  @Test
  void answerOfNothingIsAnAnswer() {
    long request = pins.request(keys(8));

    blocks.answerPins();
    pins.poll();

    assertThat(pins.take(request).orElseThrow().pin()).isEmpty();
  }

  @Test
  void pinThatComesAfterTheCancelIsReleasedAtOnce() {
    long request = pins.request(keys(7));
    pins.cancel(request);
    assertThat(blocks.cancelled).containsExactly(request);

    blocks.answerPins();
    pins.poll();

    assertThat(blocks.pinned).isEmpty();
    assertThat(pins.take(request)).isEmpty();
  }

  @Test
  void pinThatHasComeAndWasNotTakenIsReleasedByTheCancel() {
    long request = pins.request(keys(7));
    blocks.answerPins();
    pins.poll();

    pins.cancel(request);

    assertThat(blocks.pinned).isEmpty();
    assertThat(blocks.cancelled).as("the framework has answered: nothing to cancel").isEmpty();
  }

  @Test
  void refusedReleaseIsTriedAtEveryPollUntilItIsAccepted() {
    long request = pins.request(keys(7));
    blocks.answerPins();
    pins.poll();
    blocks.refusals = 2;

    pins.release(pins.take(request).flatMap(SourceBlocks.PinReply::pin).orElseThrow());
    assertThat(pins.unreleased()).isOne();
    pins.poll();
    assertThat(pins.unreleased()).isOne();
    pins.poll();
    pins.poll();

    assertThat(pins.unreleased()).isZero();
    assertThat(blocks.pinned).isEmpty();
    assertThat(blocks.releasesTried).as("never after it was accepted").isEqualTo(3);
  }

  @Test
  void answersMeetTheirRequestsWhateverTheirOrder() {
    blocks.framework.put(key(9), List.of());
    long first = pins.request(keys(7));
    long second = pins.request(keys(9));

    blocks.answerPins(second);
    blocks.answerPins(first);
    pins.poll();

    assertThat(
            pins.take(second).flatMap(SourceBlocks.PinReply::pin).map(pin -> pin.parts().keySet()))
        .isEqualTo(Optional.of(Set.of(key(9))));
    assertThat(
            pins.take(first).flatMap(SourceBlocks.PinReply::pin).map(pin -> pin.parts().keySet()))
        .isEqualTo(Optional.of(Set.of(key(7))));
  }
}
