package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An opener here, the owner in another process: what agents do whose peers may stop or die. */
public abstract class TwoProcessesContract {
  /** Bytes of either side. */
  protected static final int SIZE_BYTES = OwnedBytes.SIZE_BYTES;

  /** The end of a copy that went well. */
  protected static final TransferStatus DONE = new TransferStatus.Done();

  private static final int POLLS = 100;

  protected TransferFabric fabric;
  protected OwnerProcess owner;
  protected TransferAgent opener;
  protected TransferMemory memory;

  /** A fabric of this process. */
  protected abstract TransferFabric openFabric();

  /** A program that calls {@link OwnedBytes#serve} with another such fabric. */
  protected abstract Class<?> ownerMain();

  /** Whether a copy waits for its owner, so that it is under way while the owner is stopped. */
  protected boolean copyWaitsForItsOwner() {
    return true;
  }

  /** Another process of that kind. */
  protected final OwnerProcess startedOwner() throws IOException {
    return new OwnerProcess(JvmProcess.of(ownerMain()));
  }

  @BeforeEach
  void startOwner() throws IOException {
    fabric = openFabric();
    owner = startedOwner();
    opener = fabric.agent("opener");
    memory = opener.allocate(MemoryKind.DRAM, SIZE_BYTES);
    opener.register(List.of(memory.region()));
    opener.load(owner.metadata());
  }

  @AfterEach
  void nothingIsLeft() {
    owner.close();
    fabric.close();
    memory.close();
    assertThat(fabric.leftovers()).isEmpty();
  }

  /** All of the opener's bytes against all of the owner's. */
  protected final TransferRequest whole(TransferOperation operation) {
    return opener.request(
        operation,
        opener.prepareLocal(List.of(memory.region().whole())),
        opener.prepareRemote("owner", List.of(owner.region().whole())));
  }

  /** Makes each of the opener's bytes this one. */
  protected final void fill(int value) {
    ByteBuffer view = memory.view(0, SIZE_BYTES);
    while (view.hasRemaining()) {
      view.putLong(0x0101010101010101L * value);
    }
  }

  private void needsACopyThatWaits() {
    assumeTrue(copyWaitsForItsOwner(), "bytes go past the owner here");
  }

  @Test
  void bytesAndNotificationReachTheOtherProcessAndComeBack()
      throws IOException, InterruptedException {
    fill(3);
    TransferRequest write = whole(TransferOperation.WRITE);
    write.post(NearAndFar.bytes("written"));
    assertThat(NearAndFar.ended(write)).isEqualTo(DONE);
    assertThat(owner.ask("notified")).isEqualTo("opener written");
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(3L * SIZE_BYTES));

    fill(0);
    TransferRequest read = whole(TransferOperation.READ);
    read.post();

    assertThat(NearAndFar.ended(read)).isEqualTo(DONE);
    assertThat(memory.view(0, 8).getLong()).isEqualTo(0x0303030303030303L);
    assertThat(memory.view(SIZE_BYTES - 8, 8).getLong()).isEqualTo(0x0303030303030303L);
    assertThat(owner.end()).isZero();
  }

  @Test
  void notificationSentJustBeforeTheCloseReachesTheOtherProcess() {
    opener.notifyPeer("owner", NearAndFar.bytes("last"));
    opener.close();

    assertThat(owner.ask("notified")).isEqualTo("opener last");
  }

  /** Stopped first, so that the copy is under way for certain when the process is killed. */
  @Test
  void ownerKilledInMidCopyLeavesItFailedAndNothingHung() throws IOException, InterruptedException {
    needsACopyThatWaits();
    TransferRequest request = whole(TransferOperation.WRITE);
    opener.notifyPeer("owner", NearAndFar.bytes("hello"));
    owner.ask("notified");
    owner.signal("STOP");
    request.post(NearAndFar.bytes("never"));
    assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
    NearAndFar.refused(Category.IN_USE, request::close);

    owner.kill();

    assertThat(NearAndFar.ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
            });
    NearAndFar.refused(Category.IN_USE, () -> opener.deregister(List.of(memory.region())));
    opener.close();
  }

  @Test
  void copyToAStoppedOwnerStaysPendingUntilItGoesOn() throws IOException, InterruptedException {
    needsACopyThatWaits();
    fill(5);
    TransferRequest request = whole(TransferOperation.WRITE);
    owner.signal("STOP");
    request.post();
    for (int poll = 0; poll < POLLS; poll++) {
      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
    }

    owner.signal("CONT");

    assertThat(NearAndFar.ended(request)).isEqualTo(DONE);
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(5L * SIZE_BYTES));
  }

  @Test
  void openerThatClosesLeavesTheOwnerWhole() {
    fill(1);
    whole(TransferOperation.WRITE).post();
    fabric.close();

    long sum = Long.parseLong(owner.ask("sum"));
    assertThat(sum).isBetween(0L, (long) SIZE_BYTES);
  }
}
