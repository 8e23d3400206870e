package kvproof.mocknixl.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.UUID;
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
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FramePropertyTest {

  @Property(tries = 500)
  void everyMessageComesBack(@ForAll("messages") WireMessage message) {
    ByteBuf bytes = Unpooled.buffer();
    FrameCodec.write(message, bytes);

    assertThat(FrameCodec.read(bytes)).contains(message);
    assertThat(bytes.isReadable()).isFalse();
  }

  /**
   * Whatever a byte is changed to: a message that can be written again, more to come, or refused.
   */
  @Property(tries = 2_000)
  void changedBytesAreAFrameOrRefused(
      @ForAll("messages") WireMessage message,
      @ForAll @IntRange(max = 600) int position,
      @ForAll byte value) {
    ByteBuf bytes = Unpooled.buffer();
    FrameCodec.write(message, bytes);
    bytes.setByte(position % bytes.writerIndex(), value);

    readsOrRefuses(bytes);
  }

  @Property(tries = 2_000)
  void anyBytesAreAFrameOrRefused(@ForAll @Size(max = 80) byte[] junk) {
    readsOrRefuses(Unpooled.wrappedBuffer(junk));
  }

  private static void readsOrRefuses(ByteBuf bytes) {
    try {
      FrameCodec.read(bytes).ifPresent(read -> FrameCodec.write(read, Unpooled.buffer()));
    } catch (WireException refused) {
      assertThat(refused.reason()).isIn(Reason.MALFORMED, Reason.VERSION);
    }
  }

  @Property(tries = 1_000)
  void changedMetadataIsMetadataOrRefused(
      @ForAll @IntRange(max = 80) int position, @ForAll byte value) {
    byte[] bytes = PeerMetadataTest.example().write().toBytes();
    bytes[position % bytes.length] = value;

    try {
      assertThat(PeerMetadata.read(AgentMetadata.of(bytes)).write().toBytes()).isEqualTo(bytes);
    } catch (TransferException refused) {
      assertThat(refused.category()).isEqualTo(Category.INVALID_PARAMETER);
    }
  }

  /** However the connection cuts it: the same messages and the same payload. */
  @Property(tries = 200)
  void decoderDoesNotMindWhereTheBytesAreCut(
      @ForAll @Size(min = 1, max = 5) java.util.List<@IntRange(min = 1, max = 300) Integer> sizes,
      @ForAll @IntRange(min = 1, max = 50) int cut) {
    ByteBuf all = Unpooled.buffer();
    StringBuilder expected = new StringBuilder();
    for (int size : sizes) {
      WireMessage write = new Notify(size, size);
      FrameCodec.write(write, all);
      byte[] payload = new byte[size];
      java.util.Arrays.fill(payload, (byte) size);
      all.writeBytes(payload);
      expected.append(write).append(ByteBufUtil.hexDump(payload));
    }
    var channel = new io.netty.channel.embedded.EmbeddedChannel(FrameDecoder.forOwner());
    while (all.isReadable()) {
      channel.writeInbound(all.readRetainedSlice(Math.min(cut, all.readableBytes())));
    }
    all.release();

    StringBuilder actual = new StringBuilder();
    for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
      if (next instanceof ByteBuf part) {
        actual.append(ByteBufUtil.hexDump(part));
        part.release();
      } else {
        actual.append(next);
      }
    }
    assertThat(actual).hasToString(expected.toString());
    channel.finishAndReleaseAll();
  }

  @Provide
  Arbitrary<WireMessage> messages() {
    Arbitrary<Long> numbers = Arbitraries.longs();
    Arbitrary<Integer> sizes = Arbitraries.integers().between(1, Extent.MOST_BYTES);
    Arbitrary<String> texts = Arbitraries.strings().ascii().ofMaxLength(300);
    Arbitrary<Peer> peers =
        Combinators.combine(
                Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(255), numbers, numbers)
            .as((name, high, low) -> new Peer(name, new UUID(high, low)));
    Arbitrary<Extent> extents =
        Combinators.combine(Arbitraries.of(MemoryKind.class), numbers, numbers, sizes)
            .as(Extent::new);
    Arbitrary<Category> categories = Arbitraries.of(Category.NOT_FOUND, Category.BACKEND);
    return Arbitraries.oneOf(
        Combinators.combine(peers, peers).as(Hello::new),
        Arbitraries.just(new Welcome()),
        Combinators.combine(Arbitraries.of(Reason.class), texts).as(Goodbye::new),
        Combinators.combine(numbers, extents).as(Write::new),
        Combinators.combine(numbers, extents).as(Read::new),
        Combinators.combine(numbers, numbers, sizes).as(Data::new),
        numbers.map(Sync::new),
        numbers.map(Done::new),
        Combinators.combine(numbers, categories, texts).as(Failed::new),
        Combinators.combine(numbers, sizes).as(Notify::new));
  }
}
