package kvproof.soak.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import kvproof.mocknixl.kvcr.ControlChannel;
import org.junit.jupiter.api.Test;

class SimNetworkTest {
  private static final Duration STEP = Duration.ofMillis(1);

  private final SimClock clock = new SimClock();
  private final SimNetwork network = new SimNetwork(clock, STEP);
  private final ControlChannel target = network.open("sim://t");
  private final ControlChannel source = network.open("sim://s");

  private static List<Byte> firstBytes(ControlChannel channel) {
    return channel.receive().stream().map(frame -> frame[0]).toList();
  }

  private void send(String endpoint, int... frames) {
    for (int frame : frames) {
      assertThat(target.send(endpoint, new byte[] {(byte) frame})).isTrue();
    }
  }

  @Test
  void frameTakesItsTimeAndArrivesOnce() {
    send("sim://s", 1);
    assertThat(source.receive()).isEmpty();

    clock.advance(STEP);

    assertThat(firstBytes(source)).containsExactly((byte) 1);
    assertThat(source.receive()).isEmpty();
    assertThat(target.receive()).isEmpty();
  }

  @Test
  void framesArriveInOrderAndNoMoreAtOnceThanAPollTakes() {
    for (int i = 0; i < 70; i++) {
      send("sim://s", i);
    }
    clock.advance(STEP);

    assertThat(firstBytes(source))
        .hasSize(ControlChannel.MOST_FRAMES_PER_POLL)
        .startsWith((byte) 0);
    assertThat(firstBytes(source)).hasSize(6).startsWith((byte) 64);
  }

  @Test
  void framesWaitForWhoeverListensLater() {
    send("tcp://nobody", 1, 2);
    clock.advance(Duration.ofSeconds(5));
    assertThat(network.isBusy()).isFalse();

    network.listen("tcp://nobody", source);

    assertThat(network.isBusy()).isTrue();
    assertThat(firstBytes(source)).containsExactly((byte) 1, (byte) 2);
    assertThat(network.isBusy()).isFalse();
  }

  @Test
  void whoListensInAnothersPlaceTakesItsFrames() {
    network.listen("tcp://hint", target);
    network.listen("tcp://hint", source);
    send("tcp://hint", 1);
    clock.advance(STEP);

    assertThat(target.receive()).isEmpty();
    assertThat(firstBytes(source)).containsExactly((byte) 1);
    assertThat(network.endpointsOf(source)).containsExactly("sim://s", "tcp://hint");
    assertThat(network.endpointsOf(target)).containsExactly("sim://t");
  }

  @Test
  void closedChannelListensNowhereAndLosesNothingThatWaits() {
    network.listen("tcp://hint", source);
    source.close();
    source.close();
    send("tcp://hint", 1);
    clock.advance(STEP);
    assertThat(source.receive()).isEmpty();

    ControlChannel next = network.open("sim://s");
    network.listen("tcp://hint", next);

    assertThat(firstBytes(next)).containsExactly((byte) 1);
  }

  @Test
  void frameIsCopiedWhenItIsSent() {
    byte[] frame = {1};
    target.send("sim://s", frame);
    frame[0] = 2;
    clock.advance(STEP);

    assertThat(firstBytes(source)).containsExactly((byte) 1);
  }

  @Test
  void emptyEndpointIsNobodys() {
    assertThat(target.send("", new byte[1])).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> network.open(""));
    ControlChannel foreign = new SimNetwork(clock, STEP).open("sim://x");
    assertThatIllegalArgumentException().isThrownBy(() -> network.listen("sim://x", foreign));
  }

  @Test
  void timeDoesNotRunBack() {
    clock.advance(STEP);

    assertThat(clock.getAsLong()).isEqualTo(1_000_000);
    assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(STEP.negated()));
  }
}
