package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests and agents from their making to their close. */
public abstract class RequestLifeContract extends NearAndFar {

  @Test
  void requestThatWasNeverPostedHasNoStatus() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);

    assertThatIllegalStateException().isThrownBy(request::poll);
    request.close();
  }

  @Test
  void nothingMovesBeforePosting() {
    eightBytes(TransferOperation.WRITE);

    assertThat(text(farMemory, 0, SIZE_BYTES)).isEqualTo("f".repeat(SIZE_BYTES));
  }

  @Test
  void finalStatusIsAnsweredAgainAndAgain() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();
    ended(request);

    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
  }

  @Test
  void postedRequestIsPendingUntilAPollSaysOtherwise() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();

    refused(Category.IN_USE, request::post);
    refused(Category.IN_USE, request::close);
    refused(Category.IN_USE, near::close);

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    request.close();
  }

  @Test
  void finishedRequestIsPostedAgain() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();
    ended(request);
    fill(nearMemory, "m");

    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(text(farMemory, 15, 10)).isEqualTo("f" + "m".repeat(8) + "f");
  }

  @Test
  void requestOutlivesItsDescriptors() {
    PreparedDescriptors local = near.prepareLocal(slices(nearMemory, 8, 0));
    PreparedDescriptors remote = near.prepareRemote("far", slices(farMemory, 8, 0));
    TransferRequest request = near.request(TransferOperation.WRITE, local, remote);
    local.close();
    remote.close();

    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
  }

  @Test
  void closedRequestIsNotUsed() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.close();
    request.close();

    assertThatIllegalStateException().isThrownBy(request::post);
    assertThatIllegalStateException().isThrownBy(request::poll);
    assertThatIllegalStateException().isThrownBy(request::cancel);
  }

  @Test
  void openRequestsAreCounted() {
    TransferRequest first = eightBytes(TransferOperation.WRITE);
    TransferRequest second = eightBytes(TransferOperation.READ);
    assertThat(near.openRequests()).isEqualTo(2);

    first.close();
    first.close();

    assertThat(near.openRequests()).isEqualTo(1);
    second.close();
    assertThat(near.openRequests()).isZero();
  }

  @Test
  @Tag("FS-46")
  void cancelledRequestIsInUseUntilAPollSaysHowItEnded() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post(bytes("never"));
    request.cancel();

    refused(Category.IN_USE, request::close);
    refused(Category.IN_USE, () -> near.deregister(List.of(nearMemory.region())));

    TransferStatus end = ended(request);
    assertThat(end).isInstanceOfAny(TransferStatus.Cancelled.class, TransferStatus.Done.class);
    near.notifyPeer("far", bytes("last"));
    if (end instanceof TransferStatus.Done) {
      assertThat(arrived(2)).first().isEqualTo(new Notification("near", bytes("never")));
    } else {
      assertThat(arrived(1)).containsExactly(new Notification("near", bytes("last")));
    }
    request.close();
  }

  @Test
  void cancelledRequestIsPostedAgain() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();
    request.cancel();
    ended(request);

    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
  }

  @Test
  void cancelDoesNotChangeWhatHasEnded() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();
    ended(request);

    request.cancel();

    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
  }

  @Test
  void requestWhosePeerWasForgottenIsNotPosted() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    near.forget("far");

    refused(Category.NOT_FOUND, request::post);
  }

  @Test
  void requestWhoseOwnMemoryWasDeregisteredIsNotPosted() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    near.deregister(List.of(nearMemory.region()));

    refused(Category.NOT_FOUND, request::post);
  }

  @Test
  void copyIntoMemoryThatThePeerTookBackComesToAnEnd() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    far.deregister(List.of(farMemory.region()));
    request.post();

    assertThat(ended(request))
        .isInstanceOfAny(TransferStatus.Failed.class, TransferStatus.Done.class);
    request.close();
  }

  @Test
  void closingAnAgentReleasesWhatItMade() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);

    near.close();
    near.close();

    assertThatIllegalStateException().isThrownBy(request::post);
    assertThatIllegalStateException().isThrownBy(near::metadata);
    assertThatIllegalStateException().isThrownBy(near::takeNotifications);
    assertThatIllegalStateException().isThrownBy(() -> near.register(List.of(nearMemory.region())));
  }

  @Test
  void memoryOutlivesItsAgent() {
    near.close();

    assertThat(text(nearMemory, 0, 2)).isEqualTo("nn");
    nearMemory.close();
  }
}
