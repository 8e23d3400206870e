package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An opener here, the owner in another process. */
class TwoProcessesTest {
  private static final int SIZE_BYTES = OwnerProcess.SIZE_BYTES;

  private final NettyFabric fabric = new NettyFabric();
  private OwnerProcess owner;
  private NettyAgent opener;
  private TransferMemory memory;

  @BeforeEach
  void startOwner() throws IOException {
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
    var region = PeerMetadata.read(owner.metadata()).regions().getFirst();
    return opener.request(
        operation,
        opener.prepareLocal(List.of(memory.region().whole())),
        opener.prepareRemote("owner", List.of(region.whole())));
  }

  private void fill(int value) {
    ByteBuffer view = memory.view(0, SIZE_BYTES);
    while (view.hasRemaining()) {
      view.putLong(0x0101010101010101L * value);
    }
  }

  @Test
  void bytesAndNotificationReachTheOtherProcessAndComeBack() throws IOException {
    fill(3);
    TransferRequest write = whole(TransferOperation.WRITE);
    write.post(NearAndFar.bytes("written"));
    assertThat(NearAndFar.ended(write)).isEqualTo(new TransferStatus.Done());
    assertThat(owner.ask("notified")).isEqualTo("opener written");
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(3L * SIZE_BYTES));

    fill(0);
    TransferRequest read = whole(TransferOperation.READ);
    read.post();

    assertThat(NearAndFar.ended(read)).isEqualTo(new TransferStatus.Done());
    assertThat(memory.view(0, 8).getLong()).isEqualTo(0x0303030303030303L);
    assertThat(memory.view(SIZE_BYTES - 8, 8).getLong()).isEqualTo(0x0303030303030303L);
  }

  /** Stopped first, so that the transfer is under way for certain when the process is killed. */
  @Test
  void ownerKilledInMidTransferLeavesItFailedAndNothingHung()
      throws IOException, InterruptedException {
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
  void stoppedOwnerGoesOnWhereItWas() throws IOException, InterruptedException {
    fill(5);
    TransferRequest request = whole(TransferOperation.WRITE);
    owner.signal("STOP");
    request.post();
    for (int poll = 0; poll < 100; poll++) {
      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
    }

    owner.signal("CONT");

    assertThat(NearAndFar.ended(request)).isEqualTo(new TransferStatus.Done());
    assertThat(owner.ask("sum")).isEqualTo(Long.toString(5L * SIZE_BYTES));
  }

  @Test
  void openerThatClosesLeavesTheOwnerWhole() throws IOException {
    fill(1);
    TransferRequest request = whole(TransferOperation.WRITE);
    request.post();
    fabric.close();

    long sum = Long.parseLong(owner.ask("sum"));
    assertThat(sum).isBetween(0L, (long) SIZE_BYTES);
  }
}
