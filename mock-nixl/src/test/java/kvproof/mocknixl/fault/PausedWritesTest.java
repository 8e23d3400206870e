package kvproof.mocknixl.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Writes that are under way for certain, on a fabric that has moved every byte before {@code post}
 * returns; blocks of two parts, four bytes each.
 */
class PausedWritesTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();
  private long nowNanos;

  @Override
  protected TransferAgent open(String name) {
    return new FaultyWrites(new HastyAgent(fabric.agent(name)), 2);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  /** Polls a write to its end as soon as it is posted. */
  private static final class HastyAgent extends ForwardingAgent {
    HastyAgent(TransferAgent agent) {
      super(agent);
    }

    @Override
    public TransferRequest request(
        TransferOperation operation,
        PreparedDescriptors local,
        int[] localIndices,
        PreparedDescriptors remote,
        int[] remoteIndices) {
      return new ForwardingRequest(
          super.request(operation, local, localIndices, remote, remoteIndices)) {
        @Override
        public void post() {
          super.post();
          ended(this);
        }

        @Override
        public void post(byte[] notification) {
          super.post(notification);
          ended(this);
        }
      };
    }
  }

  private TransferRequest posted(int blocks, WriteFault fault) {
    TransferRequest request = made(blocks, fault);
    request.post(bytes("report"));
    return request;
  }

  private TransferRequest made(int blocks, WriteFault fault) {
    ((FaultyWrites) near).strikeNext(fault);
    int[] offsets = new int[2 * blocks];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = 4 * i;
    }
    return near.request(
        TransferOperation.WRITE,
        near.prepareLocal(slices(nearMemory, 4, offsets)),
        near.prepareRemote("far", slices(farMemory, 4, offsets)));
  }

  private static void staysPending(TransferRequest request) {
    for (int polls = 0; polls < 10; polls++) {
      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
    }
  }

  private void nobodyIsTold() {
    assertThat(far.takeNotifications()).isEmpty();
  }

  @Nested
  class Held {
    @Test
    void stopsInTheMiddleOfTheLastBlockUntilItIsLetGo() {
      HeldWrite held = HeldWrite.betweenTwoTransfers();
      TransferRequest request = posted(2, held);
      staysPending(request);

      assertThat(held.isReached()).isTrue();
      assertThat(text(farMemory, 0, 16)).isEqualTo("nnnnnnnn" + "nnnn" + "ffff");
      nobodyIsTold();
      refused(Category.IN_USE, request::close);
      refused(Category.IN_USE, request::post);

      held.release();
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 17)).isEqualTo("n".repeat(16) + "f");
      assertThat(arrived(1)).hasSize(1);
      assertThat(held.isReached()).isFalse();
      request.close();
    }

    @Test
    void isNotReachedBeforeItIsPostedNorBeforeItsBytesAreThere() {
      HeldWrite held = HeldWrite.betweenTwoTransfers();
      assertThat(held.isReached()).isFalse();
      TransferRequest request = made(1, held);
      assertThat(held.isReached()).isFalse();

      request.post(bytes("report"));
      assertThat(held.isReached()).isFalse();
      request.poll();

      assertThat(held.isReached()).isTrue();
      held.release();
      ended(request);
      request.close();
    }

    @Test
    void withinATransferItsAgentKeepsTheMemory() {
      HeldWrite held = HeldWrite.withinATransfer();
      var lazy = new FaultyWrites(fabric.agent("lazy"), 2);
      lazy.load(far.metadata());
      var memory = registered(lazy, "t");
      lazy.strikeNext(held);
      TransferRequest request =
          lazy.request(
              TransferOperation.WRITE,
              lazy.prepareLocal(slices(memory, 4, 0, 4)),
              lazy.prepareRemote("far", slices(farMemory, 4, 0, 4)));
      request.post(bytes("report"));
      staysPending(request);

      assertThat(held.isReached()).isTrue();
      refused(Category.IN_USE, () -> lazy.deregister(List.of(memory.region())));

      held.release();
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 8)).isEqualTo("tttttttt");
      request.close();
      lazy.close();
    }

    @Test
    void whatCannotBePostedAnyMoreHasFailedAndIsQuiet() {
      HeldWrite held = HeldWrite.betweenTwoTransfers();
      TransferRequest request = posted(2, held);
      staysPending(request);
      near.forget("far");

      held.release();

      assertThat(ended(request))
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class,
              failed -> {
                assertThat(failed.quiet()).isTrue();
                assertThat(failed.category()).isEqualTo(Category.NOT_FOUND);
              });
      request.close();
    }

    @Test
    void cancelledWhileItStandsItNeverGoesOn() {
      HeldWrite held = HeldWrite.betweenTwoTransfers();
      TransferRequest request = posted(2, held);
      staysPending(request);

      request.cancel();
      held.release();

      assertThat(request.poll()).isEqualTo(new TransferStatus.Cancelled());
      assertThat(text(farMemory, 0, 16)).isEqualTo("n".repeat(12) + "ffff");
      nobodyIsTold();
      request.close();
    }

    @Test
    void beforeThePostingThereIsNothingToPoll() {
      try (TransferRequest request = made(1, HeldWrite.betweenTwoTransfers())) {
        assertThatIllegalStateException().isThrownBy(request::poll);
      }
    }
  }

  @Nested
  class Late {
    @Test
    void noByteMovesUntilTheTimeHasPassed() {
      TransferRequest request = posted(1, new LateWrite(() -> nowNanos, Duration.ofMillis(5)));
      nowNanos = Duration.ofMillis(4).toNanos();
      staysPending(request);
      assertThat(text(farMemory, 0, 8)).isEqualTo("ffffffff");
      nobodyIsTold();

      nowNanos = Duration.ofMillis(5).toNanos();
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 8)).isEqualTo("nnnnnnnn");
      assertThat(arrived(1)).hasSize(1);
      request.close();
    }
  }

  @Nested
  class Cut {
    @Test
    void theRestNeverMovesAndNobodyIsNotified() {
      try (TransferRequest request = posted(2, new CutWrite(true))) {
        assertThat(ended(request))
            .isEqualTo(new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke"));
      }

      assertThat(text(farMemory, 0, 16)).isEqualTo("n".repeat(12) + "ffff");
      nobodyIsTold();
    }

    @Test
    void aWriteThatIsLostIsNotQuiet() {
      TransferRequest request = posted(2, new CutWrite(false));

      assertThat(request.poll())
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isFalse());
      assertThat(text(farMemory, 0, 16)).isEqualTo("n".repeat(12) + "ffff");
      nobodyIsTold();
    }
  }
}
