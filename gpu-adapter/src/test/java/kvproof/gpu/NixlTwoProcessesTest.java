package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An opener here, the owner in another JVM, on the real library. */
@OnNixl
class NixlTwoProcessesTest {
  private static final int SIZE_BYTES = OwnerProcess.SIZE_BYTES;
  private static final TransferStatus DONE = new TransferStatus.Done();

  private NixlFabric fabric;
  private OwnerProcess owner;
  private TransferAgent opener;
  private TransferMemory memory;

  @BeforeEach
  void startOwner() throws IOException {
    fabric = new NixlFabric(NixlUnderTest.library());
    owner = new OwnerProcess();
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

  private TransferRequest whole(TransferOperation operation) {
    return opener.request(
        operation,
        opener.prepareLocal(List.of(memory.region().whole())),
        opener.prepareRemote("owner", List.of(owner.region().whole())));
  }

  private void fill(int value) {
    ByteBuffer view = memory.view(0, SIZE_BYTES);
    while (view.hasRemaining()) {
      view.putLong(0x0101010101010101L * value);
    }
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
  void notificationSentJustBeforeTheCloseReachesTheOtherProcess() throws IOException {
    opener.notifyPeer("owner", NearAndFar.bytes("last"));
    opener.close();

    assertThat(owner.ask("notified")).isEqualTo("opener last");
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
    owner = new OwnerProcess();
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

  /** On the same host without TCP the copy needs nothing of the owner, stopped or not. */
  @Test
  void copyToAStoppedOwnerStaysPendingUntilItGoesOn() throws IOException, InterruptedException {
    assumeTrue(isTcpAlone(), "bytes go past the owner unless UCX_TLS=tcp,self");
    fill(5);
    TransferRequest request = whole(TransferOperation.WRITE);
    owner.signal("STOP");
    request.post();
    for (int poll = 0; poll < 100; poll++) {
      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
    }
    NearAndFar.refused(Category.IN_USE, request::close);

    owner.signal("CONT");

    assertThat(NearAndFar.ended(request)).isEqualTo(DONE);
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(5L * SIZE_BYTES));
  }

  /** Stopped first, so that the copy is under way for certain when the process is killed. */
  @Test
  void ownerKilledInMidCopyLeavesItFailedAndNothingHung() throws IOException, InterruptedException {
    assumeTrue(isTcpAlone(), "bytes go past the owner unless UCX_TLS=tcp,self");
    TransferRequest request = whole(TransferOperation.WRITE);
    owner.signal("STOP");
    request.post(NearAndFar.bytes("never"));
    assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());

    owner.kill();

    assertThat(NearAndFar.ended(request)).isInstanceOf(TransferStatus.Failed.class);
    opener.close();
  }

  private static boolean isTcpAlone() {
    return "tcp,self".equals(System.getenv("UCX_TLS"));
  }
}
