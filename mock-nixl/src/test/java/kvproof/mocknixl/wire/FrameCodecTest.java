package kvproof.mocknixl.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
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
import kvproof.model.transfer.TransferException.Category;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden bytes, written by hand from the tables. */
class FrameCodecTest {
  private static final Peer NEAR =
      new Peer("near", UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
  private static final Peer FAR =
      new Peer("fär", UUID.fromString("ffffffff-ffff-ffff-0000-000000000001"));
  private static final Extent HOST = new Extent(MemoryKind.DRAM, 0, 0x10000000L, 3);
  private static final Extent DEVICE = new Extent(MemoryKind.VRAM, 7, -2, 1 << 20);

  /** Length, type, request, body; a payload is not part of the head. */
  static Stream<Arguments> golden() {
    return Stream.of(
        golden(
            new Hello(NEAR, FAR),
            "0000003b 01 0000000000000000 4b56504e 0001"
                + "0004 6e656172 00112233445566778899aabbccddeeff"
                + "0004 66c3a472 ffffffffffffffff0000000000000001"),
        golden(new Welcome(), "00000009 02 0000000000000000"),
        golden(new Goodbye(Reason.NOT_THAT_AGENT, ""), "0000000c 03 0000000000000000 01 0000"),
        golden(new Goodbye(Reason.CLOSING, "bye"), "0000000f 03 0000000000000000 05 0003 627965"),
        golden(
            new Write(5, HOST),
            "00000021 04 0000000000000005 00 0000000000000000 0000000010000000 00000003"),
        golden(
            new Write(-1, DEVICE),
            "0010001e 04 ffffffffffffffff 01 0000000000000007 fffffffffffffffe 00100000"),
        golden(
            new Read(6, HOST),
            "0000001e 05 0000000000000006 00 0000000000000000 0000000010000000 00000003"),
        golden(
            new Data(6, 0x10000000L, 3), "00000018 06 0000000000000006 0000000010000000 00000003"),
        golden(new Sync(5), "00000009 07 0000000000000005"),
        golden(new Done(5), "00000009 08 0000000000000005"),
        golden(
            new Failed(5, Category.NOT_FOUND, "no"), "0000000e 09 0000000000000005 01 0002 6e6f"),
        golden(new Failed(5, Category.BACKEND, ""), "0000000c 09 0000000000000005 02 0000"),
        golden(new Notify(0, 0), "0000000d 0a 0000000000000000 00000000"),
        golden(new Notify(5, 1 << 20), "0010000d 0a 0000000000000005 00100000"));
  }

  private static Arguments golden(WireMessage message, String hex) {
    return Arguments.of(message, hex.replace(" ", ""));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isWrittenAsTheTableSays(WireMessage message, String hex) {
    ByteBuf out = Unpooled.buffer();
    FrameCodec.write(message, out);

    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void isReadBackAndNothingBehindItIsTouched(WireMessage message, String hex) {
    ByteBuf in = bytes(hex + "abcd");

    assertThat(FrameCodec.read(in)).contains(message);
    assertThat(ByteBufUtil.hexDump(in)).isEqualTo("abcd");
  }

  @ParameterizedTest
  @MethodSource("golden")
  void waitsUntilTheHeadIsWhole(WireMessage message, String hex) {
    for (int length = 0; length < hex.length(); length += 2) {
      ByteBuf in = bytes(hex.substring(0, length));
      int before = in.readableBytes();

      Optional<WireMessage> read = FrameCodec.read(in);

      assertThat(read).as("%d digits", length).isEmpty();
      assertThat(in.readableBytes()).isEqualTo(before);
    }
  }

  @Test
  void impossibleLengthsAreRefusedAtOnce() {
    malformed("00000008");
    malformed("ffffffff");
    malformed("00100041");
    assertThat(FrameCodec.read(bytes("00100040"))).isEmpty();
  }

  @Test
  void unknownTypesAreRefusedAtOnce() {
    malformed("00000009 00");
    malformed("00000009 0b");
  }

  @Test
  void bodiesOfTheWrongSizeAreRefused() {
    malformed("0000000a 02 0000000000000000 00");
    malformed("0000001d 04 0000000000000005 00 0000000000000000 0000000010000000 000003");
    malformed("00000022 04 0000000000000005 00 0000000000000000 0000000010000000 00000003");
    malformed("0000001f 05 0000000000000006 00 0000000000000000 0000000010000000 00000003 00");
    malformed("0000000d 09 0000000000000005 02 0000 00");
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    malformed("0000001e 04 0000000000000005 00 0000000000000000 0000000010000000 00000000");
    malformed("0010001f 04 0000000000000005 00 0000000000000000 0000000010000000 00100001");
    malformed("0000001e 05 0000000000000005 00 0000000000000000 0000000010000000 80000000");
    malformed("0010000e 0a 0000000000000005 00100001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Extent(MemoryKind.DRAM, 0, 0, (1 << 20) + 1));
  }

  @Test
  void unknownCodesAreRefused() {
    malformed("0000001e 05 0000000000000006 02 0000000000000000 0000000010000000 00000003");
    malformed("0000000c 03 0000000000000000 06 0000");
    malformed("0000000c 03 0000000000000000 00 0000");
    malformed("0000000c 09 0000000000000005 03 0000");
  }

  @Test
  void brokenTextIsRefused() {
    malformed("0000000e 09 0000000000000005 01 0002 c328");
    malformed("0000000d 09 0000000000000005 01 0002 6e");
  }

  @Test
  void anotherVersionIsRefusedAsSuch() {
    String hello = "0000000f 01 0000000000000000 4b56504e 0002";

    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> FrameCodec.read(bytes(hello)))
        .extracting(WireException::reason)
        .isEqualTo(Reason.VERSION);
    malformed("0000000f 01 0000000000000000 4b56504f 0001");
  }

  @Test
  void namesAreOneTo255Bytes() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Peer("", new UUID(0, 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Peer("ä".repeat(128), new UUID(0, 0)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Peer("\ud800", new UUID(0, 0)));
    assertThat(new Peer("x".repeat(255), new UUID(0, 0)).name()).hasSize(255);
  }

  @Test
  void extentAcrossTheEndOfMemoryIsReadButHasNoDescriptor() {
    assertThat(new Extent(MemoryKind.DRAM, 0, -2, 2).descriptor()).isPresent();
    assertThat(new Extent(MemoryKind.DRAM, 0, -2, 3).descriptor()).isEmpty();
  }

  private static void malformed(String hex) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> FrameCodec.read(bytes(hex)))
        .extracting(WireException::reason)
        .isEqualTo(Reason.MALFORMED);
  }

  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
  }
}
