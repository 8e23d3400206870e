package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.model.transfer.BatchStatus;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferBatch;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches over agents that move one piece at each poll. */
class TransferBatchTest extends NearAndFar {
  private final InProcessFabric fabric = new InProcessFabric();
  private TransferMemory nearSecond;
  private TransferMemory farSecond;

  @Override
  protected TransferAgent open(String name) {
    return fabric.agent(name);
  }

  @Override
  protected List<String> leftovers() {
    return fabric.leftovers();
  }

  @BeforeEach
  void registerSecondMemory() {
    nearSecond = registered(near, "m");
    farSecond = registered(far, "g");
    near.load(far.metadata());
  }

  /** Of as many pieces as it takes polls. */
  private TransferRequest write(TransferMemory from, TransferMemory to, int... offsets) {
    return near.request(
        TransferOperation.WRITE,
        near.prepareLocal(slices(from, 8, offsets)),
        near.prepareRemote("far", slices(to, 8, offsets)));
  }

  private TransferBatch batch(TransferRequest... tasks) {
    List<MemoryRegion> buffers = List.of(nearMemory.region(), nearSecond.region());
    return new TransferBatch(near, List.of(tasks), buffers);
  }

  @Test
  void fs46BatchIsInProgressUntilItsLastTaskHasEnded() {
    TransferBatch batch =
        batch(write(nearMemory, farMemory, 0, 8), write(nearSecond, farSecond, 0, 8, 16));
    batch.post();
    far.deregister(List.of(farMemory.region()));

    assertThat(batch.poll())
        .isInstanceOfSatisfying(
            BatchStatus.InProgress.class,
            progress -> {
              assertThat(progress.pending()).containsExactly(1);
              assertThat(progress.failed()).containsOnlyKeys(0);
            });
    refused(Category.IN_USE, batch::free);
    refused(Category.IN_USE, batch::close);
    refused(Category.IN_USE, batch::post);
    assertThat(near.registeredRegions()).hasSize(2);
    assertThat(batch.poll()).isInstanceOf(BatchStatus.InProgress.class);
    assertThat(batch.poll())
        .isInstanceOfSatisfying(
            BatchStatus.Failed.class,
            failed -> {
              assertThat(failed.completed()).containsExactly(1);
              assertThat(failed.failed().get(0)).isInstanceOf(TransferStatus.Failed.class);
            });
    assertThat(text(farSecond, 0, 24)).isEqualTo("m".repeat(24));
    batch.free();
    assertThat(near.registeredRegions()).isEmpty();
    assertThat(near.openRequests()).isZero();
    far.register(List.of(farMemory.region()));
  }

  @Test
  void batchWithoutAFailureIsDone() {
    TransferBatch batch =
        batch(write(nearMemory, farMemory, 0), write(nearSecond, farSecond, 0, 8));
    batch.post();

    assertThat(batch.poll().completed()).containsExactly(0);
    assertThat(batch.poll()).isEqualTo(new BatchStatus.Done(List.of(0, 1)));
    assertThat(batch.poll()).isEqualTo(new BatchStatus.Done(List.of(0, 1)));
    batch.close();
    assertThat(near.registeredRegions()).hasSize(2);
  }

  @Test
  void taskThatIsRefusedHasFailedAndTheOthersArePosted() {
    TransferBatch batch = batch(write(nearMemory, farMemory, 0), write(nearSecond, farSecond, 0));
    near.deregister(List.of(nearMemory.region()));
    batch.post();

    BatchStatus status = batch.poll();

    assertThat(status.completed()).containsExactly(1);
    assertThat(status.failed().get(0))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.NOT_FOUND);
              assertThat(failed.quiet()).isTrue();
            });
    near.register(List.of(nearMemory.region()));
    batch.free();
  }

  @Test
  void cancelledTasksHaveFailedAndThoseThatWereDoneStayDone() {
    TransferBatch batch =
        batch(write(nearMemory, farMemory, 0), write(nearSecond, farSecond, 0, 8, 16));
    batch.post();
    batch.poll();

    batch.cancel();

    refused(Category.IN_USE, batch::free);
    BatchStatus status = batch.poll();
    assertThat(status).isInstanceOf(BatchStatus.Failed.class);
    assertThat(status.completed()).containsExactly(0);
    assertThat(status.failed()).containsEntry(1, new TransferStatus.Cancelled());
    batch.free();
  }

  /** Nobody can tell whether it still writes: what it was posted over is not free. */
  @Test
  void bufferOfATaskThatIsNotQuietStaysRegistered() {
    TransferBatch batch =
        batch(write(nearMemory, farMemory, 0, 8, 16), write(nearSecond, farSecond, 0));
    batch.post();
    batch.poll();
    fabric.crash("far");
    assertThat(batch.poll()).isInstanceOf(BatchStatus.Failed.class);

    batch.post();
    assertThat(batch.poll().failed().get(0))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isFalse());
    refused(Category.IN_USE, batch::free);

    assertThat(near.registeredRegions()).hasSize(2);
    batch.close();
  }

  @Test
  void postedAgainItStartsOver() {
    TransferBatch batch = batch(write(nearMemory, farMemory, 0), write(nearSecond, farSecond, 0));
    batch.post();
    batch.poll();

    batch.post();

    refused(Category.IN_USE, batch::close);
    assertThat(batch.poll()).isInstanceOf(BatchStatus.Done.class);
    batch.close();
  }

  @Test
  void misuseIsRefused() {
    TransferRequest task = write(nearMemory, farMemory, 0);
    assertThatThrownBy(() -> batch()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> batch(task, task)).isInstanceOf(IllegalArgumentException.class);
    TransferBatch batch = batch(task);
    assertThatThrownBy(batch::poll).isInstanceOf(IllegalStateException.class);

    batch.close();
    batch.close();

    assertThatThrownBy(batch::post).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(batch::free).isInstanceOf(IllegalStateException.class);
  }
}
