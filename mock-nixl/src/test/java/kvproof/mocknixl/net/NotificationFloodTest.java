package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.mocknixl.wire.FrameCodec;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.mocknixl.wire.WireMessage.Done;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.mocknixl.wire.WireMessage.Sync;
import kvproof.mocknixl.wire.WireMessage.Welcome;
import kvproof.model.transfer.Notification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that send notifications faster than anybody takes them, over plain sockets. */
class NotificationFloodTest {
  private static final int MESSAGES = 4_000;
  private static final int MOST_MESSAGES = 8;
  private static final int MOST_BYTES = 100_000;

  private final NettyFabric fabric =
      new NettyFabric("127.0.0.1", new ProcessMemory(), new Inbox.Limit(MOST_MESSAGES, MOST_BYTES));
  private final NettyAgent owner = fabric.agent("owner");

  @AfterEach
  void close() {
    owner.close();
    assertThat(fabric.leftovers()).isEmpty();
    fabric.close();
  }

  private RawConnection flooding(String name) throws IOException {
    Peer self = PeerMetadata.read(owner.metadata()).agent();
    RawConnection connection =
        RawConnection.to(owner.port()).send(new Hello(new Peer(name, new UUID(1, 2)), self));
    assertThat(connection.next()).isEqualTo(new Welcome());
    return connection;
  }

  private static byte[] messages(int count, int sizeBytes) {
    ByteBuf frames = Unpooled.buffer();
    for (int number = 0; number < count; number++) {
      FrameCodec.write(new Notify(0, sizeBytes), frames);
      frames.writeInt(number).writeZero(sizeBytes - Integer.BYTES);
    }
    FrameCodec.write(new Sync(1), frames);
    return ByteBufUtil.getBytes(frames);
  }

  private static int number(Notification message) {
    return Unpooled.wrappedBuffer(message.payload()).readInt();
  }

  private void awaitUntaken(int count) {
    await().until(() -> owner.summary().endsWith(" " + count + " notifications"));
  }

  @Test
  void inboxKeepsToItsLimitAndEveryMessageComesInOrder() throws IOException {
    try (RawConnection peer = flooding("peer")) {
      peer.sendBytes(messages(MESSAGES, Integer.BYTES));
      awaitUntaken(MOST_MESSAGES);

      List<Integer> taken = new ArrayList<>();
      long start = System.nanoTime();
      while (taken.size() < MESSAGES && System.nanoTime() - start < 20_000_000_000L) {
        List<Notification> some = owner.takeNotifications();
        assertThat(some).hasSizeLessThanOrEqualTo(MOST_MESSAGES);
        some.forEach(message -> taken.add(number(message)));
        Thread.onSpinWait();
      }

      assertThat(taken).isEqualTo(IntStream.range(0, MESSAGES).boxed().toList());
      assertThat(peer.next()).isEqualTo(new Done(1));
    }
  }

  @Test
  void bytesAreLimitedToo() throws IOException {
    int sizeBytes = 60_000;
    try (RawConnection peer = flooding("peer")) {
      peer.sendBytes(messages(4, sizeBytes));

      awaitUntaken(2);
      assertThat(owner.takeNotifications()).hasSize(2);
      awaitUntaken(2);
      assertThat(owner.takeNotifications()).hasSize(2);
      assertThat(peer.next()).isEqualTo(new Done(1));
    }
  }

  /** Whatever the other connection brings, each adds at most one to a full inbox. */
  @Test
  void everyConnectionWaits() throws IOException {
    try (RawConnection one = flooding("one");
        RawConnection two = flooding("two")) {
      one.sendBytes(messages(MOST_MESSAGES, Integer.BYTES));
      awaitUntaken(MOST_MESSAGES);
      two.sendBytes(messages(MOST_MESSAGES, Integer.BYTES));
      awaitUntaken(MOST_MESSAGES + 1);

      assertThat(owner.takeNotifications()).hasSize(MOST_MESSAGES + 1);
      assertThat(one.next()).isEqualTo(new Done(1));
      awaitUntaken(MOST_MESSAGES - 1);
      assertThat(owner.takeNotifications()).hasSize(MOST_MESSAGES - 1);
      assertThat(two.next()).isEqualTo(new Done(1));
    }
  }

  @Test
  void connectionThatComesWhileItIsFullIsNotServedUntilThereIsRoom() throws IOException {
    Peer self = PeerMetadata.read(owner.metadata()).agent();
    try (RawConnection one = flooding("one")) {
      one.sendBytes(messages(MOST_MESSAGES, Integer.BYTES));
      awaitUntaken(MOST_MESSAGES);
      try (RawConnection two = RawConnection.to(owner.port())) {
        two.send(new Hello(new Peer("two", new UUID(3, 4)), self));
        two.sendBytes(messages(1, Integer.BYTES));
        await()
            .untilAsserted(
                () ->
                    assertThat(owner.connections())
                        .hasSize(2)
                        .noneMatch(channel -> channel.config().isAutoRead()));

        assertThat(owner.takeNotifications()).hasSize(MOST_MESSAGES);
        assertThat(two.next()).isEqualTo(new Welcome());
        assertThat(two.next()).isEqualTo(new Done(1));
        assertThat(owner.takeNotifications()).hasSize(1);
      }
    }
  }
}
