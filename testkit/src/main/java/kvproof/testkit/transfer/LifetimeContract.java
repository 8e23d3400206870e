package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Test;

/** Use after close, orders of closing, and peers that are gone. */
public abstract class LifetimeContract extends NearAndFar {

  @Test
  void closedAgentRefusesMemoryCalls() {
    near.close();

    assertThatIllegalStateException().isThrownBy(() -> near.allocate(MemoryKind.DRAM, 8));
    assertThatIllegalStateException().isThrownBy(() -> near.register(List.of()));
    assertThatIllegalStateException().isThrownBy(() -> near.deregister(List.of()));
    assertThatIllegalStateException().isThrownBy(near::registeredRegions);
  }

  @Test
  void closedAgentRefusesPeerCalls() {
    var metadata = far.metadata();
    near.close();

    assertThatIllegalStateException().isThrownBy(() -> near.load(metadata));
    assertThatIllegalStateException().isThrownBy(() -> near.forget("far"));
    assertThatIllegalStateException().isThrownBy(() -> near.notifyPeer("far", bytes("x")));
  }

  @Test
  void closedAgentRefusesTransferCalls() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    near.close();

    assertThatIllegalStateException().isThrownBy(() -> near.prepareLocal(slices(nearMemory, 8, 0)));
    assertThatIllegalStateException()
        .isThrownBy(() -> near.prepareRemote("far", slices(farMemory, 8, 0)));
    assertThatIllegalStateException()
        .isThrownBy(() -> near.request(TransferOperation.WRITE, local, remote));
    assertThatIllegalStateException().isThrownBy(near::openRequests);
  }

  @Test
  void requestOfAClosedAgentIsNotUsed() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();
    ended(request);
    near.close();

    assertThatIllegalStateException().isThrownBy(request::poll);
    assertThatIllegalStateException().isThrownBy(request::cancel);
    assertThatIllegalStateException().isThrownBy(() -> request.post(bytes("x")));
    assertThatNoException().isThrownBy(request::close);
  }

  @Test
  void closedAgentKeepsItsName() {
    near.close();

    assertThat(near.name()).isEqualTo("near");
  }

  @Test
  void closedRemoteDescriptorsAreNotUsed() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    remote.close();

    assertThatIllegalStateException()
        .isThrownBy(() -> near.request(TransferOperation.WRITE, local, remote));
  }

  @Test
  void memoryIsFreedBeforeItsAgentIsClosed() {
    near.deregister(List.of(nearMemory.region()));
    nearMemory.close();

    assertThatNoException().isThrownBy(near::close);
  }

  @Test
  void closingAnAgentLetsItsMemoryGo() {
    far.close();

    assertThatNoException().isThrownBy(farMemory::close);
  }

  @Test
  void memoryOfTwoAgentsStaysUntilBothLetItGo() {
    near.register(List.of(farMemory.region()));
    far.close();

    refused(Category.IN_USE, farMemory::close);
    near.deregister(List.of(farMemory.region()));
    farMemory.close();
  }

  @Test
  void copyToAClosedPeerFails() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    far.close();
    request.post(bytes("never"));

    assertThat(ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> assertThat(failed.category()).isEqualTo(Category.DISCONNECTED));
    assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("f".repeat(SIZE_BYTES));
    request.close();
  }

  @Test
  void notificationsToAClosedPeerAreRefusedInTheEnd() {
    near.notifyPeer("far", bytes("arrives"));
    arrived(1);
    far.close();

    assertThat(refusalOfNotifications()).isEqualTo(Category.DISCONNECTED);
  }

  /** One message may still leave for a peer whose end is not known yet. */
  private Category refusalOfNotifications() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < 20_000_000_000L) {
      try {
        near.notifyPeer("far", bytes("lost"));
      } catch (TransferException refusal) {
        return refusal.category();
      }
    }
    throw new AssertionError("a closed peer was notified for 20 s");
  }

  @Test
  void peerThatCameBackIsReachedOnceItIsLoadedAnew() {
    far.close();
    TransferAgent again = agent("far");
    TransferMemory memory = registered(again, "a");
    near.forget("far");
    near.load(again.metadata());

    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 8, 0)),
            near.prepareRemote("far", slices(memory, 8, 0)));
    request.post(bytes("back"));

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(memory, 0, 9)).isEqualTo("nnnnnnnna");
    assertThat(arrivedAt(again, 1)).hasSize(1);
  }

  @Test
  void messagesOfAnAgentThatClosedAreStillTaken() {
    near.notifyPeer("far", bytes("last words"));
    near.close();

    assertThat(arrived(1)).hasSize(1);
  }

  @Test
  void boundMessageLeavesBeforeItsAgentIsClosed() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));
    ended(request);
    near.close();

    assertThat(arrived(1)).hasSize(1);
  }

  @Test
  void pendingCopyOutlivesItsPeersForgetting() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("bound"));
    near.forget("far");

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(arrived(1)).hasSize(1);
  }

  @Test
  void tooLongANotificationIsRefused() {
    byte[] tooLong = new byte[(1 << 20) + 1];
    TransferRequest request = eightBytes(TransferOperation.WRITE);

    refused(Category.INVALID_PARAMETER, () -> near.notifyPeer("far", tooLong));
    refused(Category.INVALID_PARAMETER, () -> request.post(tooLong));
    assertThat(near.openRequests()).isEqualTo(1);
  }
}
