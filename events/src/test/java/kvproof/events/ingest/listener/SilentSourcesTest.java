package kvproof.events.ingest.listener;

import static kvproof.events.ingest.listener.Payloads.BLOCK_SIZE;
import static kvproof.events.ingest.listener.Payloads.blockOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.zmq.Endpoint;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SilentSourcesTest {
  private static final long MILLI = 1_000_000;
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private final List<String> lines = new ArrayList<>();
  private final SilentSources silence = new SilentSources(lines::add);
  private final FakeTransport transport = new FakeTransport();
  private final ListenerRegistry registry =
      new ListenerRegistry(new FakeIndexes(), transport, new RouterEventBridge(), silence);

  @BeforeEach
  void ready() {
    registry.ready();
  }

  @AfterEach
  void close() {
    registry.close();
  }

  private static ListenerSpec spec(WorkerWithDpRank rank) {
    return ListenerSpec.of(rank, new PartitionName("llama", "default"), BLOCK_SIZE, endpoint(rank));
  }

  private static Endpoint endpoint(WorkerWithDpRank rank) {
    return Endpoint.parse("inproc://" + rank);
  }

  private void advanceToMillis(long millis) {
    silence.advanceTo(millis * MILLI);
  }

  @Test
  void fs58SilentSourceCountsFromTenSecondsOnAndIsLoggedEveryMinute() {
    registry.register(spec(W1));

    advanceToMillis(9_900);
    assertThat(silence.count()).isZero();
    assertThat(lines).isEmpty();

    advanceToMillis(10_100);
    assertThat(silence.count()).isEqualTo(1);
    assertThat(lines)
        .containsExactly(
            "event source 1/0 has published nothing at inproc://1/0 for 10 s and names no replay"
                + " endpoint: what it holds is not known; check its event publisher, or deregister"
                + " it");

    advanceToMillis(69_900);
    assertThat(lines).hasSize(1);
    advanceToMillis(70_100);
    assertThat(silence.ranks()).containsExactly(W1);
    assertThat(lines).hasSize(2).last().asString().contains("for 70 s");

    transport.send(endpoint(W1), 0, blockOf(0));
    assertThat(silence.count()).isZero();
    advanceToMillis(200_000);
    assertThat(lines).hasSize(2);
  }

  @Test
  void sourceThatCanBeAskedIsNeverSilent() {
    registry.register(spec(W1).withReplay(Endpoint.parse("inproc://replay")));

    advanceToMillis(60_000);

    assertThat(silence.count()).isZero();
  }

  @Test
  void eachSourceHasItsOwnTimeAndItsOwnVoice() {
    registry.register(spec(W1));
    advanceToMillis(5_000);
    registry.register(spec(W2));

    advanceToMillis(10_000);
    assertThat(silence.ranks()).containsExactly(W1);
    transport.send(endpoint(W1), 0, blockOf(0));
    advanceToMillis(15_000);

    assertThat(silence.ranks()).containsExactly(W2);
    assertThat(lines).hasSize(2);
  }

  @Test
  void batchThatCannotBeReadBreaksNoSilence() {
    registry.register(spec(W1));

    transport.send(endpoint(W1), 0, new byte[] {(byte) 0xc1});
    advanceToMillis(10_000);

    assertThat(silence.count()).isEqualTo(1);
  }

  @Test
  void pausedSourceIsNotExpectedToSpeak() {
    registry.register(spec(W1));
    registry.pause(W1);
    advanceToMillis(60_000);
    assertThat(silence.count()).isZero();

    registry.resume(W1);
    advanceToMillis(69_900);
    assertThat(silence.count()).isZero();
    advanceToMillis(70_000);
    assertThat(silence.count()).isEqualTo(1);
  }

  @Test
  void sourceThatIsGoneIsForgotten() {
    registry.register(spec(W1));
    advanceToMillis(20_000);

    registry.deregister(W1);

    assertThat(silence.count()).isZero();
  }

  /** A caller that lets an hour pass at once hears of it once. */
  @Test
  void lineThatIsLateIsNotMadeUpFor() {
    registry.register(spec(W1));

    advanceToMillis(3_600_000);
    assertThat(lines).hasSize(1);
    advanceToMillis(3_609_000);
    assertThat(lines).hasSize(1);
    advanceToMillis(3_610_000);
    assertThat(lines).hasSize(2);

    silence.advanceTo(0);
    assertThat(silence.count()).isEqualTo(1);
  }
}
