package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import kvproof.testkit.transfer.OwnedBytes;
import kvproof.testkit.transfer.TwoProcessesContract;
import org.junit.jupiter.api.Test;

/** The contract between processes on the real library, and how it tells that a peer has died. */
@OnNixl
class NixlTwoProcessesTest extends TwoProcessesContract {
  /** The owner's process. */
  static final class Owner {
    private Owner() {}

    public static void main(String[] arguments) throws IOException {
      OwnedBytes.serve(new NixlFabric(NixlUnderTest.library()));
    }
  }

  @Override
  protected TransferFabric openFabric() {
    return new NixlFabric(NixlUnderTest.library());
  }

  @Override
  protected Class<?> ownerMain() {
    return Owner.class;
  }

  /** On the same host without TCP the copy needs nothing of the owner, stopped or not. */
  @Override
  protected boolean copyWaitsForItsOwner() {
    return "tcp,self".equals(System.getenv("UCX_TLS"));
  }

  @Test
  void copyToAKilledOwnerFailsAndItsMemoryStaysInUseUntilTheAgentIsClosed() {
    TransferRequest request = whole(TransferOperation.WRITE);
    request.post();
    assertThat(NearAndFar.ended(request)).isEqualTo(DONE);
    owner.kill();

    request.post(NearAndFar.bytes("never"));

    assertThat(NearAndFar.ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
              assertThat(failed.detail()).contains("-2 (the backend failed");
            });
    NearAndFar.refused(Category.IN_USE, request::post);
    NearAndFar.refused(Category.IN_USE, () -> opener.deregister(List.of(memory.region())));
    NearAndFar.refused(Category.IN_USE, memory::close);
    opener.close();
  }

  @Test
  void restartedOwnerIsReachedOnceTheFormerOneIsForgotten() throws IOException {
    owner.kill();
    owner = startedOwner();
    NearAndFar.refused(Category.INVALID_PARAMETER, () -> opener.load(owner.metadata()));
    opener.forget("owner");
    opener.load(owner.metadata());
    fill(7);

    TransferRequest request = whole(TransferOperation.WRITE);
    request.post(NearAndFar.bytes("again"));

    assertThat(NearAndFar.ended(request)).isEqualTo(DONE);
    assertThat(owner.ask("notified")).isEqualTo("opener again");
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(7L * SIZE_BYTES));
  }
}
