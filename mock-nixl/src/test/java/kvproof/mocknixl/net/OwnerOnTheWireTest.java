package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import kvproof.mocknixl.wire.Extent;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.mocknixl.wire.WireMessage;
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
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.testkit.transfer.NearAndFar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of the wire for an owner, each told to a real one over a plain socket. */
class OwnerOnTheWireTest {
  private static final Peer OPENER = new Peer("opener", new UUID(1, 2));

  private final NettyFabric fabric = new NettyFabric();
  private NettyAgent owner;
  private Peer self;
  private TransferMemory memory;

  @BeforeEach
  void openOwner() {
    owner = fabric.agent("owner");
    memory = owner.allocate(MemoryKind.DRAM, 64);
    owner.register(List.of(memory.region()));
    self = PeerMetadata.read(owner.metadata()).agent();
  }

  @AfterEach
  void nothingIsLeft() {
    owner.close();
    memory.close();
    assertThat(fabric.leftovers()).isEmpty();
    fabric.close();
  }

  private RawConnection connected() throws IOException {
    return RawConnection.to(owner.port());
  }

  private RawConnection welcomed() throws IOException {
    RawConnection connection = connected().send(new Hello(OPENER, self));
    assertThat(connection.next()).isEqualTo(new Welcome());
    return connection;
  }

  private Extent bytes(int offset, int sizeBytes) {
    return Extent.of(memory.region().whole(), offset, sizeBytes);
  }

  private String contents() {
    return NearAndFar.text(memory, 0, 64);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void writesAreCarriedOutBeforeDone() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection
          .send(new Write(1, bytes(0, 3)), ascii("abc"))
          .send(new Write(1, bytes(62, 2)), ascii("yz"));
      connection.send(new Sync(1));

      assertThat(connection.next()).isEqualTo(new Done(1));
      assertThat(contents()).isEqualTo("abc" + "\0".repeat(59) + "yz");
    }
  }

  @Test
  void readsAreAnsweredInOrder() throws IOException {
    memory.write(0, ByteBuffer.wrap(ascii("abcdef")));
    try (RawConnection connection = welcomed()) {
      connection.send(new Read(4, bytes(3, 3))).send(new Read(4, bytes(0, 2))).send(new Sync(4));

      assertThat(connection.next()).isEqualTo(new Data(4, memory.region().address() + 3, 3));
      assertThat(connection.payload(3)).isEqualTo(ascii("def"));
      assertThat(connection.next()).isEqualTo(new Data(4, memory.region().address(), 2));
      assertThat(connection.payload(2)).isEqualTo(ascii("ab"));
      assertThat(connection.next()).isEqualTo(new Done(4));
    }
  }

  @Test
  void writeBeyondRegisteredMemoryFailsItsRequestAndWritesNothing() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection.send(new Write(1, bytes(0, 1)), ascii("a"));
      connection.send(new Write(1, bytes(63, 2)), ascii("xx"));
      connection.send(new Write(1, bytes(5, 1)), ascii("x")).send(new Sync(1));
      connection.send(new Write(2, bytes(1, 1)), ascii("b")).send(new Sync(2));

      assertThat(connection.next())
          .isInstanceOfSatisfying(
              Failed.class,
              failed -> {
                assertThat(failed.request()).isEqualTo(1);
                assertThat(failed.category()).isEqualTo(Category.NOT_FOUND);
              });
      assertThat(connection.next()).isEqualTo(new Done(2));
      assertThat(contents()).isEqualTo("ab" + "\0".repeat(62));
    }
  }

  @Test
  void readBeyondRegisteredMemoryFailsItsRequest() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection.send(new Read(1, bytes(63, 2))).send(new Read(1, bytes(0, 1)));
      connection.send(new Sync(1)).send(new Sync(2));

      assertThat(connection.next()).isInstanceOf(Failed.class);
      assertThat(connection.next()).isEqualTo(new Done(2));
    }
  }

  @Test
  void memoryOfAnotherKindOrAcrossTheEndIsNotFound() throws IOException {
    try (RawConnection connection = welcomed()) {
      long address = memory.region().address();
      connection.send(new Write(1, new Extent(MemoryKind.VRAM, 0, address, 1)), ascii("x"));
      connection.send(new Write(2, new Extent(MemoryKind.DRAM, 1, address, 1)), ascii("x"));
      connection.send(new Write(3, new Extent(MemoryKind.DRAM, 0, -1, 2)), ascii("xx"));

      for (long request = 1; request <= 3; request++) {
        WireMessage answer = connection.next();
        assertThat(answer).isInstanceOf(Failed.class);
        assertThat(((Failed) answer).request()).isEqualTo(request);
      }
      assertThat(contents()).isEqualTo("\0".repeat(64));
    }
  }

  /** Bytes go to memory as they arrive, so a deregistration in the middle of a frame is seen. */
  @Test
  void memoryTakenBackInTheMiddleOfAFrameIsLeftAlone() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection.send(new Write(1, bytes(0, 4)), ascii("ab"));
      await().until(() -> contents().startsWith("ab"));

      owner.deregister(List.of(memory.region()));
      connection.sendBytes(ascii("cd"));

      assertThat(connection.next()).isInstanceOf(Failed.class);
      assertThat(contents()).isEqualTo("ab" + "\0".repeat(62));
      owner.register(List.of(memory.region()));
    }
  }

  @Test
  void openerThatDiesInTheMiddleOfAFrameLeavesItsBytesAndNothingElse() throws IOException {
    RawConnection connection = welcomed();
    connection.send(new Write(1, bytes(0, 4)), ascii("ab"));
    await().until(() -> contents().startsWith("ab"));

    connection.reset();

    await().until(() -> owner.connections().isEmpty());
    assertThat(contents()).isEqualTo("ab" + "\0".repeat(62));
    assertThat(owner.takeNotifications()).isEmpty();
    try (RawConnection next = welcomed()) {
      next.send(new Sync(1));
      assertThat(next.next()).isEqualTo(new Done(1));
    }
  }

  @Test
  void notificationsArriveFromWhoSaidHello() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection.send(new Notify(0, 0)).send(new Notify(7, 2), ascii("hi"));

      assertThat(NearAndFar.arrivedAt(owner, 2))
          .containsExactly(
              new Notification("opener", new byte[0]), new Notification("opener", ascii("hi")));
    }
  }

  @Test
  void helloForAnotherAgentIsSentAway() throws IOException {
    sentAway(Reason.NOT_THAT_AGENT, new Hello(OPENER, new Peer("other", self.incarnation())));
  }

  @Test
  void helloForAnotherIncarnationIsSentAway() throws IOException {
    sentAway(Reason.NOT_THAT_INCARNATION, new Hello(OPENER, new Peer("owner", new UUID(0, 0))));
  }

  @Test
  void firstFrameThatIsNotHelloIsSentAway() throws IOException {
    sentAway(Reason.MALFORMED, new Sync(1));
  }

  private void sentAway(Reason reason, WireMessage first) throws IOException {
    try (RawConnection connection = connected().send(first)) {
      assertThat(connection.next())
          .isInstanceOfSatisfying(
              Goodbye.class, goodbye -> assertThat(goodbye.reason()).isEqualTo(reason));
      assertThat(connection.isAtEnd()).isTrue();
    }
  }

  @Test
  void frameOutOfPlaceEndsTheConnectionAndNothingElse() throws IOException {
    try (RawConnection steady = welcomed()) {
      for (WireMessage wrong : List.of(new Hello(OPENER, self), new Welcome(), new Done(1))) {
        try (RawConnection connection = welcomed().send(wrong)) {
          assertThat(connection.next()).isInstanceOf(Goodbye.class);
          assertThat(connection.isAtEnd()).isTrue();
        }
      }
      steady.send(new Sync(3));
      assertThat(steady.next()).isEqualTo(new Done(3));
    }
  }

  @Test
  void junkEndsTheConnectionAndNothingElse() throws IOException {
    for (byte[] junk :
        List.of(
            ascii("GET / HTTP/1.1\r\n\r\n"), new byte[] {0, 0, 0, 8}, new byte[] {-1, 0, 0, 0})) {
      try (RawConnection connection = connected().sendBytes(junk)) {
        assertThat(connection.next())
            .isInstanceOfSatisfying(
                Goodbye.class, goodbye -> assertThat(goodbye.reason()).isEqualTo(Reason.MALFORMED));
        assertThat(connection.isAtEnd()).isTrue();
      }
    }
    welcomed().close();
  }

  /** Frames that were carried out before the broken one stay carried out. */
  @Test
  void whatCameBeforeABrokenFrameIsDone() throws IOException {
    try (RawConnection connection = welcomed()) {
      connection.send(new Write(1, bytes(0, 1)), ascii("a")).send(new Sync(1));
      connection.sendBytes((byte) 0, (byte) 0, (byte) 0, (byte) 1);

      assertThat(connection.next()).isEqualTo(new Done(1));
      assertThat(connection.next()).isInstanceOf(Goodbye.class);
      assertThat(contents()).startsWith("a");
    }
  }

  @Test
  void agentThatClosesSaysGoodbye() throws IOException {
    try (RawConnection connection = welcomed()) {
      owner.close();

      assertThat(connection.next())
          .isInstanceOfSatisfying(
              Goodbye.class, goodbye -> assertThat(goodbye.reason()).isEqualTo(Reason.CLOSING));
      assertThat(connection.isAtEnd()).isTrue();
    }
  }

  /** Asks for 200 MiB and listens only later: the owner holds no more than a few frames of it. */
  @Test
  void askingWithoutListeningFillsNothingAndIsAnsweredInTheEnd() throws IOException {
    TransferMemory large = owner.allocate(MemoryKind.DRAM, Extent.MOST_BYTES);
    owner.register(List.of(large.region()));
    Extent whole = Extent.of(large.region().whole(), 0, Extent.MOST_BYTES);
    try (RawConnection connection = welcomed()) {
      for (int i = 0; i < 200; i++) {
        connection.send(new Read(1, whole));
      }
      connection.send(new Sync(1));
      await().until(() -> owner.connections().stream().noneMatch(channel -> channel.isWritable()));

      assertThat(owner.connections().getFirst().unsafe().outboundBuffer().totalPendingWriteBytes())
          .isLessThan(5 << 20);

      for (int i = 0; i < 200; i++) {
        assertThat(connection.next()).isInstanceOf(Data.class);
        connection.payload(Extent.MOST_BYTES);
      }
      assertThat(connection.next()).isEqualTo(new Done(1));
    }
    owner.deregister(List.of(large.region()));
    large.close();
  }
}
