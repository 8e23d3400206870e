package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.UUID;
import kvproof.mocknixl.wire.Extent;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.mocknixl.wire.WireMessage.Data;
import kvproof.mocknixl.wire.WireMessage.Done;
import kvproof.mocknixl.wire.WireMessage.Failed;
import kvproof.mocknixl.wire.WireMessage.Goodbye;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.mocknixl.wire.WireMessage.Read;
import kvproof.mocknixl.wire.WireMessage.Reason;
import kvproof.mocknixl.wire.WireMessage.Sync;
import kvproof.mocknixl.wire.WireMessage.Welcome;
import kvproof.mocknixl.wire.WireMessage.Write;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of the wire for an opener, with an owner that is made by hand. */
class OpenerOnTheWireTest {
  private static final int LARGE_BYTES = 32 << 20;
  private static final Peer OWNER = new Peer("owner", new UUID(3, 4));
  private static final MemoryRegion REGION =
      new MemoryRegion(MemoryKind.DRAM, 0, 0x7000_0000L, LARGE_BYTES);

  private final NettyFabric fabric = new NettyFabric();
  private ServerSocket server;
  private NettyAgent opener;
  private TransferMemory memory;

  @BeforeEach
  void openOpener() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    server.setSoTimeout(20_000);
    opener = fabric.agent("opener");
    memory = opener.allocate(MemoryKind.DRAM, LARGE_BYTES);
    opener.register(List.of(memory.region()));
    opener.load(
        new PeerMetadata(OWNER, "127.0.0.1", server.getLocalPort(), List.of(REGION)).write());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    server.close();
    fabric.close();
    memory.close();
    assertThat(fabric.leftovers()).isEmpty();
  }

  private RawConnection accepted() throws IOException {
    RawConnection connection = new RawConnection(server.accept());
    assertThat(connection.next())
        .isEqualTo(new Hello(PeerMetadata.read(opener.metadata()).agent(), OWNER));
    return connection;
  }

  private RawConnection welcomed() throws IOException {
    return accepted().send(new Welcome());
  }

  private TransferRequest posted(TransferOperation operation, int sizeBytes) {
    TransferRequest request = request(operation, memory.region().slice(0, sizeBytes));
    request.post(NearAndFar.bytes("done"));
    return request;
  }

  private TransferRequest request(TransferOperation operation, Descriptor local) {
    return opener.request(
        operation,
        opener.prepareLocal(List.of(local)),
        opener.prepareRemote("owner", List.of(REGION.slice(0, local.sizeBytes()))));
  }

  @Test
  void longDescriptorIsSplitAscending() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, (2 << 20) + 5);
    try (RawConnection connection = welcomed()) {
      for (int part = 0; part < 3; part++) {
        int sizeBytes = part == 2 ? 5 : 1 << 20;
        assertThat(connection.next())
            .isEqualTo(new Write(1, Extent.of(REGION.whole(), (long) part << 20, sizeBytes)));
        connection.payload(sizeBytes);
      }
      assertThat(connection.next()).isEqualTo(new Sync(1));

      assertThat(request.poll()).isEqualTo(new TransferStatus.Pending());
      connection.send(new Done(1));
      assertThat(NearAndFar.ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(connection.next()).isEqualTo(new Notify(1, 4));
    }
  }

  /** DONE alone sends nothing: the next frame is what was sent by hand after it. */
  @Test
  void whoStopsPollingNeverSendsItsNotification() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, 1);
    try (RawConnection connection = welcomed()) {
      connection.next();
      connection.payload(1);
      assertThat(connection.next()).isEqualTo(new Sync(1));
      connection.send(new Done(1));

      opener.notifyPeer("owner", NearAndFar.bytes("alone"));
      assertThat(connection.next()).isEqualTo(new Notify(0, 5));
      connection.payload(5);
      NearAndFar.ended(request);
      assertThat(connection.next()).isEqualTo(new Notify(1, 4));
    }
  }

  @Test
  void failedRequestIsQuietAndItsRegionFree() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, 1);
    try (RawConnection connection = welcomed()) {
      connection.next();
      connection.send(new Failed(1, Category.NOT_FOUND, "gone"));

      assertThat(NearAndFar.ended(request))
          .isEqualTo(new TransferStatus.Failed(Category.NOT_FOUND, true, "gone"));
      opener.deregister(List.of(memory.region()));
    }
  }

  @Test
  void ownerThatDiesInMidTransferLeavesItFailedAndItsMemoryInUse() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, LARGE_BYTES);
    RawConnection connection = welcomed();
    connection.next();
    connection.reset();

    assertThat(NearAndFar.ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isFalse();
            });
    NearAndFar.refused(Category.IN_USE, request::post);
    request.close();
    NearAndFar.refused(Category.IN_USE, () -> opener.deregister(List.of(memory.region())));
    NearAndFar.refused(Category.DISCONNECTED, () -> opener.notifyPeer("owner", new byte[1]));
    opener.close();
    memory.close();
  }

  @Test
  void requestThatNeverLeftFailsQuietly() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, 1);
    accepted().send(new Goodbye(Reason.NOT_THAT_INCARNATION, "restarted")).close();

    assertThat(NearAndFar.ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class,
            failed -> {
              assertThat(failed.category()).isEqualTo(Category.DISCONNECTED);
              assertThat(failed.quiet()).isTrue();
              assertThat(failed.detail()).contains("NOT_THAT_INCARNATION");
            });
  }

  @Test
  void nobodyListeningFailsQuietly() throws IOException {
    server.close();
    TransferRequest request = posted(TransferOperation.READ, 1);

    assertThat(NearAndFar.ended(request))
        .isInstanceOfSatisfying(
            TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isTrue());
  }

  /** As an owner that was stopped: it neither reads nor closes. */
  @Test
  void silentOwnerLeavesItsRequestsPendingAndOthersAlone() throws IOException {
    TransferRequest stuck = posted(TransferOperation.WRITE, LARGE_BYTES);
    try (RawConnection _ = welcomed();
        NettyAgent other = fabric.agent("other");
        TransferMemory there = other.allocate(MemoryKind.DRAM, 8)) {
      other.register(List.of(there.region()));
      opener.load(other.metadata());
      TransferRequest request =
          opener.request(
              TransferOperation.WRITE,
              opener.prepareLocal(List.of(memory.region().slice(0, 8))),
              opener.prepareRemote("other", List.of(there.region().whole())));
      request.post();

      assertThat(NearAndFar.ended(request)).isEqualTo(new TransferStatus.Done());
      assertThat(stuck.poll()).isEqualTo(new TransferStatus.Pending());
      stuck.cancel();
      assertThat(stuck.poll()).isEqualTo(new TransferStatus.Pending());
      NearAndFar.refused(Category.IN_USE, stuck::close);
      NearAndFar.refused(Category.IN_USE, opener::close);
      other.close();
    }
  }

  @Test
  void cancelledRequestEndsWithSyncAndIsNotNotified() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, LARGE_BYTES);
    try (RawConnection connection = welcomed()) {
      assertThat(connection.next()).isInstanceOf(Write.class);
      request.cancel();
      connection.payload(1 << 20);
      int writes = 1;
      for (var next = connection.next(); !next.equals(new Sync(1)); next = connection.next()) {
        connection.payload(next.payloadBytes());
        writes++;
      }
      connection.send(new Done(1));

      assertThat(writes).isLessThan(LARGE_BYTES >> 20);
      assertThat(NearAndFar.ended(request)).isEqualTo(new TransferStatus.Cancelled());
      opener.notifyPeer("owner", new byte[0]);
      assertThat(connection.next()).isEqualTo(new Notify(0, 0));
    }
  }

  @Test
  void dataThatWasNotAskedForEndsTheConnectionAndIsNotWritten() throws IOException {
    TransferRequest request = posted(TransferOperation.READ, 2);
    try (RawConnection connection = welcomed()) {
      assertThat(connection.next()).isEqualTo(new Read(1, Extent.of(REGION.whole(), 0, 2)));
      connection.send(new Data(1, REGION.address() + 1, 2), NearAndFar.bytes("xx"));

      assertThat(NearAndFar.ended(request)).isInstanceOf(TransferStatus.Failed.class);
      assertThat(NearAndFar.text(memory, 0, 3)).isEqualTo("\0\0\0");
    }
  }

  @Test
  void doneBeforeTheDataEndsTheConnection() throws IOException {
    TransferRequest request = posted(TransferOperation.READ, 2);
    try (RawConnection connection = welcomed()) {
      connection.next();
      connection.send(new Done(1));

      assertThat(NearAndFar.ended(request)).isInstanceOf(TransferStatus.Failed.class);
    }
  }

  @Test
  void nothingIsSentBeforeTheWelcome() throws IOException {
    TransferRequest request = posted(TransferOperation.WRITE, 1);
    try (RawConnection connection = accepted()) {
      connection.send(new Done(1));

      assertThat(NearAndFar.ended(request))
          .isInstanceOfSatisfying(
              TransferStatus.Failed.class, failed -> assertThat(failed.quiet()).isTrue());
      assertThat(connection.isAtEnd()).isTrue();
    }
  }

  @Test
  void notificationsToWhoDoesNotListenAreBounded() throws IOException {
    try (RawConnection _ = acceptedLater()) {
      byte[] payload = new byte[1 << 20];
      NearAndFar.refused(
          Category.BACKEND,
          () -> {
            for (int i = 0; i < 200; i++) {
              opener.notifyPeer("owner", payload);
            }
          });
    }
  }

  private RawConnection acceptedLater() throws IOException {
    opener.notifyPeer("owner", new byte[1]);
    return welcomed();
  }
}
