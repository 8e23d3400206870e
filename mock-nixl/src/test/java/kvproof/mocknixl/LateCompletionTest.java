package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.mocknixl.fault.LateCompletion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.CopyContract;
import kvproof.testkit.transfer.NotificationContract;
import kvproof.testkit.transfer.RequestLifeContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Being late breaks no promise. */
class LateCompletionTest {
  private static final int IDLE_POLLS = 3;

  private final InProcessFabric fabric = new InProcessFabric();

  @Nested
  class Copies extends CopyContract {
    @Override
    protected TransferAgent open(String name) {
      return new LateCompletion(fabric.agent(name), IDLE_POLLS);
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }
  }

  @Nested
  class RequestLife extends RequestLifeContract {
    @Override
    protected TransferAgent open(String name) {
      return new LateCompletion(fabric.agent(name), IDLE_POLLS);
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }

    @Test
    void firstPollsMoveNothing() {
      TransferRequest request = eightBytes(TransferOperation.WRITE);
      request.post();

      for (int poll = 0; poll < IDLE_POLLS; poll++) {
        assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
      }
      assertThat(text(farMemory, 16, 8)).isEqualTo("f".repeat(8));
      assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
    }
  }

  @Nested
  class Notifications extends NotificationContract {
    @Override
    protected TransferAgent open(String name) {
      return new LateCompletion(fabric.agent(name), IDLE_POLLS);
    }

    @Override
    protected List<String> leftovers() {
      return fabric.leftovers();
    }
  }
}
