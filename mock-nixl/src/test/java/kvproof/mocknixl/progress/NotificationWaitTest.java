package kvproof.mocknixl.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.progress.NotificationWait.Notified;
import kvproof.mocknixl.progress.NotificationWait.TimedOut;
import kvproof.mocknixl.progress.NotificationWait.Waiting;
import kvproof.mocknixl.progress.Unprogressed.Side;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Test;

/** {@code near} writes to {@code far}, which waits. */
class NotificationWaitTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();
  private final ProgressLedger ledger = new ProgressLedger();
  private long nowNanos = -5;

  @Override
  protected TransferAgent open(String name) {
    return ledger.watched(fabric.agent(name));
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  private NotificationWait waitUntil(long deadlineNanos) {
    return new NotificationWait(ledger, far, "near", () -> nowNanos, deadlineNanos);
  }

  private TransferRequest posted() {
    TransferRequest write = eightBytes(TransferOperation.WRITE);
    write.post(bytes("written"));
    return write;
  }

  @Test
  void fs43TimeOutNamesTheSideThatWasNotPolled() {
    TransferRequest write = posted();
    NotificationWait wait = waitUntil(3);
    for (; nowNanos < 3; nowNanos++) {
      assertThat(wait.poll()).isEqualTo(new Waiting());
    }

    TimedOut timedOut = new TimedOut(3, List.of(new Unprogressed(Side.SENDER, "near", 1)));
    assertThat(wait.poll()).isEqualTo(timedOut);
    assertThat(timedOut.unprogressed().getFirst())
        .hasToString("sender not progressed: near, 1 transfer under way");

    write.poll();
    assertThat(wait.poll()).as("final").isEqualTo(timedOut);
    NotificationWait next = waitUntil(9);
    assertThat(next.poll()).isEqualTo(new Notified(new Notification("near", bytes("written")), 3));
  }

  @Test
  void receiverThatWasNotPolledIsNamedThoughItsNotificationLiesThere() {
    TransferRequest write = posted();
    NotificationWait wait = waitUntil(0);
    write.poll();
    nowNanos = 0;

    assertThat(wait.poll())
        .isEqualTo(new TimedOut(0, List.of(new Unprogressed(Side.RECEIVER, "far", 0))));
    assertThat(arrived(1)).hasSize(1);
  }

  @Test
  void pollsFromBeforeTheWaitDoNotCount() {
    TransferRequest slow =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 8, 0, 8, 16)),
            near.prepareRemote("far", slices(farMemory, 8, 0, 8, 16)));
    slow.post(bytes("slow"));
    slow.poll();
    NotificationWait wait = waitUntil(0);
    wait.poll();
    nowNanos = 1;

    assertThat(wait.poll())
        .isEqualTo(new TimedOut(1, List.of(new Unprogressed(Side.SENDER, "near", 1))));
    ended(slow);
    arrived(1);
  }

  /** Both are driven, and three pieces take longer than the wait. */
  @Test
  void slowTransferIsNobodysFault() {
    TransferRequest slow =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 8, 0, 8, 16)),
            near.prepareRemote("far", slices(farMemory, 8, 0, 8, 16)));
    slow.post(bytes("slow"));
    NotificationWait wait = waitUntil(0);
    slow.poll();
    wait.poll();
    nowNanos = 0;

    assertThat(wait.poll()).isEqualTo(new TimedOut(0, List.of()));
    ended(slow);
    arrived(1);
  }

  @Test
  void senderThatNeverPostedIsNamedIfItDidNothingAtAll() {
    NotificationWait wait = waitUntil(0);
    wait.poll();
    nowNanos = 0;

    assertThat(wait.poll())
        .isEqualTo(new TimedOut(0, List.of(new Unprogressed(Side.SENDER, "near", 0))));

    NotificationWait next = waitUntil(2);
    near.takeNotifications();
    next.poll();
    nowNanos = 2;
    assertThat(next.poll()).isEqualTo(new TimedOut(2, List.of()));
  }

  @Test
  void notificationsOfOthersAreKeptForTheirReader() {
    TransferAgent third = agent("third");
    third.load(far.metadata());
    third.notifyPeer("far", bytes("other"));
    near.notifyPeer("far", bytes("first"));
    near.notifyPeer("far", bytes("second"));
    NotificationWait wait = waitUntil(9);

    assertThat(wait.poll())
        .isEqualTo(new Notified(new Notification("near", bytes("first")), nowNanos));

    assertThat(wait.takeOthers())
        .containsExactly(
            new Notification("third", bytes("other")), new Notification("near", bytes("second")));
    assertThat(wait.takeOthers()).isEmpty();
  }

  @Test
  void agentThatNobodyWatchesIsRefused() {
    assertThatThrownBy(() -> ledger.unprogressed("nobody", "far", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("agent nobody is not watched, only [far, near]");
  }
}
