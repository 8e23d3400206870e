package kvproof.mocknixl.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.kvcr.message.WriteDone;
import kvproof.mocknixl.kvcr.message.WriteDoneCodec;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyReportsTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();
  private FaultyReports target;
  private long nowNanos;

  @Override
  protected TransferAgent open(String name) {
    return new FaultyReports(fabric.agent(name), () -> nowNanos);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @BeforeEach
  void farIsTheTarget() {
    target = (FaultyReports) far;
  }

  private void report(long operation) {
    near.notifyPeer("far", WriteDoneCodec.encode(WriteDone.written(operation, List.of(0L))));
  }

  private List<Long> taken() {
    return target.takeNotifications().stream()
        .map(Notification::payload)
        .map(payload -> WriteDoneCodec.decode(payload).orElseThrow().operation())
        .toList();
  }

  @Test
  void lostReportNeverComesAndTheNextOneDoes() {
    target.strikeNext(new Fate.Lost());
    report(1);
    report(2);

    assertThat(taken()).containsExactly(2L);
    assertThat(target.struck()).isEqualTo(1);
  }

  @Test
  void reportComesTwiceInARow() {
    target.strikeNext(new Fate.Twice());
    report(1);
    report(2);

    assertThat(taken()).containsExactly(1L, 1L, 2L);
    assertThat(taken()).isEmpty();
  }

  @Test
  void lateReportComesWhenItsTimeHasPassed() {
    target.strikeNext(new Fate.Late(Duration.ofMillis(30)));
    report(1);
    report(2);
    assertThat(taken()).containsExactly(2L);
    assertThat(target.isHolding()).isTrue();

    nowNanos += Duration.ofMillis(29).toNanos();
    assertThat(taken()).isEmpty();
    nowNanos += Duration.ofMillis(1).toNanos();
    assertThat(taken()).containsExactly(1L);
    assertThat(target.isHolding()).isFalse();
    assertThat(taken()).isEmpty();
  }

  @Test
  void whatIsNoReportPasses() {
    target.strikeNext(new Fate.Lost());
    near.notifyPeer("far", bytes("hello"));

    assertThat(target.takeNotifications()).hasSize(1);
    assertThat(target.struck()).isZero();
  }

  @Test
  void calmedFatesNeverStrike() {
    target.strikeNext(new Fate.Lost());
    target.calm();
    report(1);

    assertThat(taken()).containsExactly(1L);
  }
}
