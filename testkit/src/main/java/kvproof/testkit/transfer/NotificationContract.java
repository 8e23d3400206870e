package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages, alone and bound to a copy. */
public abstract class NotificationContract extends NearAndFar {

  @Test
  @Tag("FS-42")
  void boundNotificationNeverOvertakesItsData() {
    int[] offsets = IntStream.range(0, SIZE_BYTES / 2).toArray();
    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 1, offsets)),
            near.prepareRemote("far", slices(farMemory, 1, offsets)));
    request.post(bytes("done"));

    List<Notification> seen = new ArrayList<>();
    long start = System.nanoTime();
    while (seen.isEmpty() && System.nanoTime() - start < 20_000_000_000L) {
      request.poll();
      seen.addAll(far.takeNotifications());
    }

    assertThat(text(farMemory, 0, SIZE_BYTES))
        .isEqualTo("n".repeat(SIZE_BYTES / 2) + "f".repeat(SIZE_BYTES / 2));
    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(seen).containsExactly(new Notification("near", bytes("done")));
  }

  @Test
  void notificationsAreTakenOnce() {
    TransferRequest request = eightBytes(TransferOperation.READ);
    request.post(bytes("read"));
    ended(request);

    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("read")));
    assertThat(far.takeNotifications()).isEmpty();
    assertThat(near.takeNotifications()).isEmpty();
  }

  @Test
  void notificationBelongsToOnePosting() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("first"));
    ended(request);
    request.post();
    ended(request);
    near.notifyPeer("far", bytes("last"));

    assertThat(arrived(2))
        .containsExactly(
            new Notification("near", bytes("first")), new Notification("near", bytes("last")));
  }

  @Test
  void emptyMessageIsDelivered() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(new byte[0]);
    ended(request);
    near.notifyPeer("far", new byte[0]);

    assertThat(arrived(2))
        .containsExactly(
            new Notification("near", new byte[0]), new Notification("near", new byte[0]));
  }

  @Test
  void payloadIsAnyBytesOfAnyLength() {
    byte[] payload = new byte[1 << 20];
    for (int i = 0; i < payload.length; i++) {
      payload[i] = (byte) (i * 31);
    }
    near.notifyPeer("far", payload);

    assertThat(arrived(1).getFirst().payload()).isEqualTo(payload);
  }

  @Test
  void messagesOfOneAgentArriveInOrder() {
    for (int i = 0; i < 50; i++) {
      near.notifyPeer("far", new byte[] {(byte) i});
    }

    assertThat(arrived(50))
        .extracting(message -> (int) message.payload()[0])
        .isEqualTo(IntStream.range(0, 50).boxed().toList());
  }

  @Test
  void laterChangeOfThePayloadIsNotSent() {
    byte[] payload = bytes("before");
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(payload);
    payload[0] = 'X';
    ended(request);

    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("before")));
  }

  @Test
  void whoWasNotLoadedIsNotReached() {
    refused(Category.NOT_FOUND, () -> far.notifyPeer("near", bytes("hello")));
  }

  @Test
  void agentsOnTwoThreadsReachEachOther() throws InterruptedException {
    Thread sender =
        new Thread(
            () -> {
              for (int i = 0; i < 200; i++) {
                TransferRequest request = eightBytes(TransferOperation.WRITE);
                request.post(new byte[] {(byte) i});
                ended(request);
                request.close();
              }
            });
    sender.start();
    List<Notification> seen = arrived(200);
    sender.join();

    assertThat(seen)
        .extracting(message -> message.payload()[0] & 0xff)
        .isEqualTo(IntStream.range(0, 200).boxed().toList());
  }
}
