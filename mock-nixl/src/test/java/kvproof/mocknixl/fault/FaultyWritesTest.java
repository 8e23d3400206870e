package kvproof.mocknixl.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import kvproof.mocknixl.InProcessFabric;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Near writes blocks of two parts, four bytes each; every misfortune strikes one write. */
class FaultyWritesTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();
  private long nowNanos;

  @Override
  protected TransferAgent open(String name) {
    return new FaultyWrites(fabric.agent(name), 2);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  private FaultyWrites faulty() {
    return (FaultyWrites) near;
  }

  /** So many blocks from the start of near's memory to the start of far's. */
  private TransferRequest write(int blocks) {
    int[] offsets = new int[2 * blocks];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = 4 * i;
    }
    return near.request(
        TransferOperation.WRITE,
        near.prepareLocal(slices(nearMemory, 4, offsets)),
        near.prepareRemote("far", slices(farMemory, 4, offsets)));
  }

  private TransferRequest posted(int blocks, WriteFault fault) {
    faulty().strikeNext(fault);
    TransferRequest request = write(blocks);
    request.post(bytes("report"));
    return request;
  }

  private void pass(Duration time) {
    nowNanos += time.toNanos();
  }

  @Nested
  class AnyFault {
    @Test
    void strikesTheNextWriteAndNoOther() {
      try (TransferRequest torn = posted(1, new TornWrite());
          TransferRequest whole = write(1)) {
        ended(torn);
        assertThat(text(farMemory, 0, 8)).isEqualTo("nnnnffff");
        whole.post();
        ended(whole);
        assertThat(text(farMemory, 0, 8)).isEqualTo("nnnnnnnn");
      }
      assertThat(faulty().struck()).isEqualTo(1);
    }

    @Test
    void readsAreNotStruck() {
      faulty().strikeNext(new TornWrite());
      try (TransferRequest read =
          near.request(
              TransferOperation.READ,
              near.prepareLocal(slices(nearMemory, 4, 0, 4)),
              near.prepareRemote("far", slices(farMemory, 4, 0, 4)))) {
        read.post();
        ended(read);
      }

      assertThat(text(nearMemory, 0, 9)).isEqualTo("ffffffffn");
      assertThat(faulty().struck()).isZero();
    }

    @Test
    void calmedFaultsNeverStrike() {
      faulty().strikeNext(new TornWrite());
      faulty().calm();
      try (TransferRequest request = write(1)) {
        request.post();
        ended(request);
      }

      assertThat(text(farMemory, 0, 8)).isEqualTo("nnnnnnnn");
    }

    @Test
    void piecesThatAreNoWholeBlocksAreRefused() {
      faulty().strikeNext(new TornWrite());

      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  near.request(
                      TransferOperation.WRITE,
                      near.prepareLocal(slices(nearMemory, 4, 0)),
                      near.prepareRemote("far", slices(farMemory, 4, 0))));
    }
  }

  @Nested
  class Torn {
    @Test
    void secondHalfOfTheLastBlockKeepsWhatWasThereAndIsReported() {
      try (TransferRequest request = posted(2, new TornWrite())) {
        assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      }

      assertThat(text(farMemory, 0, 17)).isEqualTo("nnnnnnnn" + "nnnnffff" + "f");
      assertThat(arrived(1)).hasSize(1);
    }

    @Test
    void partThatStraddlesTheMiddleIsCut() {
      FaultyWrites whole = new FaultyWrites(fabric.agent("third"), 1);
      whole.load(far.metadata());
      var memory = registered(whole, "t");
      whole.strikeNext(new TornWrite());
      try (TransferRequest request =
          whole.request(
              TransferOperation.WRITE,
              whole.prepareLocal(slices(memory, 8, 0)),
              whole.prepareRemote("far", slices(farMemory, 8, 0)))) {
        request.post();
        ended(request);
      }

      assertThat(text(farMemory, 0, 8)).isEqualTo("ttttffff");
      whole.close();
    }
  }

  @Nested
  class OfAnotherBlock {
    @Test
    void firstBlockArrivesWithOtherBytesThatLeaveNothingBehind() {
      try (TransferRequest request =
          posted(
              2,
              new OtherBlocksBytes(
                  victim -> {
                    assertThat(victim).isEqualTo(bytes("nnnnnnnn"));
                    return bytes("otherone");
                  }))) {
        assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      }

      assertThat(text(farMemory, 0, 16)).isEqualTo("otherone" + "nnnnnnnn");
      assertThat(text(nearMemory, 0, 16)).isEqualTo("n".repeat(16));
      assertThat(near.registeredRegions()).containsExactly(nearMemory.region());
    }
  }

  @Nested
  class Late {
    @Test
    void noByteMovesUntilTheTimeHasPassed() {
      TransferRequest request = posted(1, new LateWrite(() -> nowNanos, Duration.ofMillis(5)));
      pass(Duration.ofMillis(4));
      for (int polls = 0; polls < 10; polls++) {
        assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
      }
      assertThat(text(farMemory, 0, 8)).isEqualTo("ffffffff");

      pass(Duration.ofMillis(1));
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 8)).isEqualTo("nnnnnnnn");
      request.close();
    }
  }

  @Nested
  class Broken {
    @Test
    void whatMovedStaysAndNobodyIsNotified() {
      try (TransferRequest request = posted(2, new BrokenWrite(1, true))) {
        assertThat(ended(request))
            .isEqualTo(new TransferStatus.Failed(Category.BACKEND, true, "the transfer broke"));
      }

      assertThat(text(farMemory, 0, 16)).isEqualTo("nnnn" + "f".repeat(12));
      assertThat(far.takeNotifications()).isEmpty();
    }

    @Test
    void writeThatEndsInTimeIsWhole() {
      try (TransferRequest request = posted(1, new BrokenWrite(2, true))) {
        assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
        assertThat(request.poll()).isEqualTo(new TransferStatus.Done());
      }
    }

    @Test
    void lostWriteHangsUntilItsAgentDies() {
      TransferRequest request = posted(2, new BrokenWrite(1, false));

      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
      assertThat(request.poll())
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isFalse());
      refused(Category.IN_USE, request::close);
      refused(Category.IN_USE, near::close);
      fabric.crash("near");
    }
  }

  @Nested
  class Overtaken {
    @Test
    void reportIsThereBeforeTheLastBlock() {
      TransferRequest request = posted(2, new EarlyReport(() -> nowNanos, Duration.ofMillis(3)));
      request.poll();
      request.poll();

      assertThat(arrived(1)).hasSize(1);
      assertThat(text(farMemory, 0, 16)).isEqualTo("nnnnnnnn" + "ffffffff");
      pass(Duration.ofMillis(3));
      assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(text(farMemory, 0, 16)).isEqualTo("n".repeat(16));
      assertThat(far.takeNotifications()).isEmpty();
      request.close();
    }

    @Test
    void theOnlyBlockIsTheLastOne() {
      TransferRequest request = posted(1, new EarlyReport(() -> nowNanos, Duration.ofMillis(3)));
      request.poll();

      assertThat(arrived(1)).hasSize(1);
      assertThat(text(farMemory, 0, 8)).isEqualTo("ffffffff");
      pass(Duration.ofMillis(3));
      ended(request);
      request.close();
    }

    @Test
    void writeWithoutAReportIsRefused() {
      faulty().strikeNext(new EarlyReport(() -> nowNanos, Duration.ofMillis(3)));
      try (TransferRequest request = write(1)) {
        assertThatIllegalStateException().isThrownBy(request::post);
      }
    }
  }

  @Nested
  class Deregistered {
    @Test
    void memoryUnderAWriteIsNotTakenBack() {
      var attempt = new DeregistrationUnderWrite();
      try (TransferRequest request = posted(2, attempt)) {
        assertThat(attempt.refusal()).isEmpty();
        assertThat(ended(request)).isEqualTo(new TransferStatus.Done());
      }

      assertThat(attempt.refusal()).contains(Category.IN_USE);
      assertThat(text(farMemory, 0, 16)).isEqualTo("n".repeat(16));
    }
  }
}
