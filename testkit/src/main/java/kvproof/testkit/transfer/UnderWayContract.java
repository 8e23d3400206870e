package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.Interference.Held;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What holds while bytes or messages are on their way: wishes that come in time, reports that wait
 * for a poll, failures that leave things open, and what a close ends.
 */
public abstract class UnderWayContract extends NearAndFar {
  private static final int MEGABYTE = 1 << 20;

  /** More than sockets and queues take in before anybody reads. */
  private static final int LARGE_BYTES = 32 * MEGABYTE;

  private static final int MOST_WAITING_MEGABYTES = 256;

  /** Messages back and forth after which everything that was sent before them has arrived. */
  private static final int ROUNDS = 20;

  private TransferMemory nearLarge;
  private TransferMemory farLarge;

  /** What this implementation's test can bring about. */
  protected abstract Interference interference();

  @BeforeEach
  void registerLargeMemory() {
    nearLarge = memory(near, kind(), LARGE_BYTES);
    farLarge = memory(far, kind(), LARGE_BYTES);
    near.register(List.of(nearLarge.region()));
    far.register(List.of(farLarge.region()));
    near.load(far.metadata());
  }

  @Test
  void copyThatCannotHaveEndedIsCancelled() {
    assumeTrue(interference().cancelsInTime(), "agents of this kind do not always cancel");
    Held held = held();
    TransferRequest request = large(TransferOperation.WRITE);
    request.post(bytes("never"));
    request.cancel();
    held.release();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Cancelled());
    near.notifyPeer("far", bytes("last"));
    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("last")));
  }

  @Test
  @Tag("FS-43")
  void withoutAPollNothingIsReported() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));

    messagesArriveAlone(near, far);
    refused(Category.IN_USE, request::post);
    refused(Category.IN_USE, request::close);
    refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));
    refused(Category.IN_USE, near::close);

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("bound")));
  }

  @Test
  void requestThatFailedWithoutBeingQuietIsNotPostedAgain() {
    TransferRequest request = cutOff(TransferOperation.WRITE);

    refused(Category.IN_USE, request::post);
    refused(Category.IN_USE, () -> request.post(bytes("again")));
    near.forget("far");
    near.load(far.metadata());
    refused(Category.IN_USE, request::post);
  }

  @Test
  void memoryOfAFailureThatIsNotQuietStaysInUseUntilItsAgentIsClosed() {
    TransferRequest request = cutOff(TransferOperation.READ);

    refused(Category.IN_USE, () -> near.deregister(List.of(nearLarge.region())));
    request.close();
    refused(Category.IN_USE, () -> near.deregister(List.of(nearLarge.region())));
    refused(Category.IN_USE, nearLarge::close);
    near.deregister(List.of(nearMemory.region()));

    near.close();
    nearLarge.close();
  }

  @Test
  void closeAfterAFailureThatIsNotQuietEndsAllWriting() {
    cutOff(TransferOperation.WRITE);
    near.close();

    staysAsItIs(farLarge);
  }

  @Test
  void closedAgentWritesToItsPeersNoMore() {
    TransferRequest request = large(TransferOperation.WRITE);
    request.post();
    request.cancel();
    ended(request);
    near.close();

    staysAsItIs(farLarge);
  }

  @Test
  void memoryOfAClosedAgentIsReadIntoNoMore() {
    TransferRequest request = large(TransferOperation.READ);
    request.post();
    request.cancel();
    ended(request);
    near.close();

    staysAsItIs(nearLarge);
  }

  @Test
  void peerThatTakesNothingIsNotifiedNoMoreUntilItDoes() {
    assumeTrue(interference().boundsWhatWaits(), "agents of this kind refuse no notification");
    int sent = 0;
    Optional<Category> refusal = Optional.empty();
    while (refusal.isEmpty() && sent < MOST_WAITING_MEGABYTES) {
      refusal = refusalOf(sent);
      sent += refusal.isEmpty() ? 1 : 0;
    }

    assertThat(refusal).contains(Category.BACKEND);
    List<Notification> taken = arrived(sent);
    assertThat(taken).hasSize(sent);
    for (int number = 0; number < sent; number++) {
      assertThat(taken.get(number).payload()[0]).isEqualTo((byte) number);
    }
    near.notifyPeer("far", bytes("more"));
    assertThat(arrived(1)).containsExactly(new Notification("near", bytes("more")));
  }

  private Optional<Category> refusalOf(int number) {
    byte[] payload = new byte[MEGABYTE];
    payload[0] = (byte) number;
    try {
      near.notifyPeer("far", payload);
      return Optional.empty();
    } catch (TransferException refused) {
      return Optional.of(refused.category());
    }
  }

  private Held held() {
    near.notifyPeer("far", bytes("hello"));
    arrived(1);
    Optional<Held> held = interference().hold("far");
    assumeTrue(held.isPresent(), "nothing holds copies of agents of this kind");
    return held.orElseThrow();
  }

  /** A request that has failed, and nobody knows what it still does. */
  private TransferRequest cutOff(TransferOperation operation) {
    assumeTrue(
        interference().cutsConnections(),
        "agents of this kind have no connection that could be cut");
    Held held = held();
    TransferRequest request = large(operation);
    request.post(bytes("never"));
    held.cut();

    assertThat(ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
            });
    return request;
  }

  private TransferRequest large(TransferOperation operation) {
    return near.request(
        operation,
        near.prepareLocal(List.of(nearLarge.region().whole())),
        near.prepareRemote("far", List.of(farLarge.region().whole())));
  }

  /** Messages that are sent now arrive, and no other. */
  private static void messagesArriveAlone(TransferAgent from, TransferAgent to) {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] payload = {(byte) round};
      from.notifyPeer(to.name(), payload);
      assertThat(arrivedAt(to, 1)).containsExactly(new Notification(from.name(), payload));
    }
  }

  /** Whatever was on its way has the time of many messages to come. */
  private void staysAsItIs(TransferMemory memory) {
    byte[] marks = new byte[LARGE_BYTES];
    Arrays.fill(marks, (byte) 'x');
    memory.write(0, ByteBuffer.wrap(marks));
    TransferAgent other = agent("other");
    other.load(far.metadata());
    far.takeNotifications();

    messagesArriveAlone(other, far);

    byte[] found = new byte[LARGE_BYTES];
    memory.read(0, ByteBuffer.wrap(found));
    assertThat(Arrays.mismatch(found, marks)).isEqualTo(-1);
  }
}
