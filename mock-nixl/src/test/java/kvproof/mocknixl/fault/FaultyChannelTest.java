package kvproof.mocknixl.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteRefused;
import org.junit.jupiter.api.Test;

class FaultyChannelTest {
  private static final Envelope ENVELOPE = Envelope.of("a", "1", "tcp://a:1", "tcp://b:1");

  /** Keeps what is sent. */
  private static final class Sink implements ControlChannel {
    final List<String> sent = new ArrayList<>();
    boolean isOpen = true;

    @Override
    public String endpoint() {
      return "tcp://a:1";
    }

    @Override
    public boolean send(String endpoint, byte[] frame) {
      String type = KvcrCodec.decode(frame).orElseThrow().getClass().getSimpleName();
      sent.add(type + " to " + endpoint);
      return isOpen;
    }

    @Override
    public List<byte[]> receive() {
      return List.of();
    }

    @Override
    public void close() {
      isOpen = false;
    }
  }

  private final Sink sink = new Sink();
  private long nowNanos;
  private final FaultyChannel channel = new FaultyChannel(sink, () -> nowNanos);

  private boolean send(KvcrFrame frame) {
    return channel.send("tcp://b:1", KvcrCodec.encode(frame));
  }

  private static KvcrFrame probe() {
    return new WriteProbe(ENVELOPE, new Introduction.Absent(), 7, Optional.empty());
  }

  private static KvcrFrame refusal() {
    return new WriteRefused(ENVELOPE, 7);
  }

  @Test
  void withoutAFateEverythingPasses() {
    assertThat(send(probe())).isTrue();
    channel.close();
    assertThat(send(refusal())).isFalse();

    assertThat(sink.sent).containsExactly("WriteProbe to tcp://b:1", "WriteRefused to tcp://b:1");
    assertThat(channel.struck()).isZero();
  }

  @Test
  void lostFrameLooksSentAndOthersPass() {
    channel.strike(WriteProbe.class::isInstance, 1, new Fate.Lost());

    assertThat(send(refusal())).isTrue();
    assertThat(send(probe())).isTrue();
    assertThat(send(probe())).isTrue();

    assertThat(sink.sent).containsExactly("WriteRefused to tcp://b:1", "WriteProbe to tcp://b:1");
    assertThat(channel.struck()).isEqualTo(1);
  }

  @Test
  void asManyFramesAsWishedAreStruck() {
    channel.strike(WriteProbe.class::isInstance, 2, new Fate.Lost());
    send(probe());
    send(probe());
    send(probe());

    assertThat(sink.sent).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> channel.strike(frame -> true, 0, new Fate.Lost()));
  }

  @Test
  void frameGoesOutTwice() {
    channel.strike(WriteProbe.class::isInstance, 1, new Fate.Twice());
    send(probe());

    assertThat(sink.sent).hasSize(2);
  }

  @Test
  void lateFrameGoesOutWithThePollAfterItsTimeBehindLaterOnes() {
    channel.strike(WriteProbe.class::isInstance, 1, new Fate.Late(Duration.ofMillis(30)));
    send(probe());
    send(refusal());
    nowNanos = Duration.ofMillis(30).toNanos() - 1;
    channel.receive();
    assertThat(sink.sent).containsExactly("WriteRefused to tcp://b:1");
    assertThat(channel.isHolding()).isTrue();

    nowNanos++;
    channel.receive();
    channel.receive();

    assertThat(sink.sent).containsExactly("WriteRefused to tcp://b:1", "WriteProbe to tcp://b:1");
    assertThat(channel.isHolding()).isFalse();
  }

  @Test
  void calmedFatesNeverStrike() {
    channel.strike(frame -> true, 5, new Fate.Lost());
    channel.calm();
    send(new TargetMetadataAck(ENVELOPE, OptionalLong.empty()));

    assertThat(sink.sent).hasSize(1);
  }

  @Test
  void delayThatIsNoneIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Fate.Late(Duration.ZERO));
  }
}
