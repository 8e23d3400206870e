package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.mocknixl.fault.BrokenTransfers;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Test;

class BrokenTransfersTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();

  @Override
  protected TransferAgent open(String name) {
    return new BrokenTransfers(fabric.agent(name), 2);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @Test
  void whatMovedStaysAndNobodyIsNotified() {
    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(slices(nearMemory, 2, 0, 2, 4)),
            near.prepareRemote("far", slices(farMemory, 2, 0, 2, 4)));
    request.post(bytes("never"));

    assertThat(ended(request))
        .isEqualTo(new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke"));
    assertThat(text(farMemory, 0, 6)).isEqualTo("nnnnff");
    assertThat(far.takeNotifications()).isEmpty();
    request.close();
  }

  @Test
  void transferThatEndsInTimeIsWhole() {
    TransferRequest request = eightBytes(TransferOperation.WRITE);
    request.post();

    assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
    assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
  }
}
