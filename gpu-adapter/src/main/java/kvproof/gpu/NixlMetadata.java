package kvproof.gpu;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * What is read of a peer's metadata before the library sees it: that it is whole, whose it is, and
 * which life of it.
 *
 * <p>The library's own reader is not meant for bytes of strangers. Layout, as NIXL 1.5.1 writes it:
 *
 * <pre>
 * text   nixlSerDes|
 * then fields until the end:
 *   text   tag, without '|' or a zero byte; may be empty
 *   u64    length of the value, little-endian
 *   bytes  value
 *   text   |
 *
 * Agent = name   Conns = n (u64)   n times: t = backend, c = how to connect
 * (empty) = MemSection   nixlSecElms = m (u64)   m times: bknd = backend, nixlDList = nixlSDList,
 *                        t = kind (u32), n = count (u64), count times: (empty) = address, size and device
 *                        (u64 each), then what the backend keeps
 * </pre>
 */
record NixlMetadata(String agent, ByteBuffer life, Optional<Place> place) {
  /** Where a region begins, in the library's numbers: kind of memory, device and address. */
  record Place(int memType, long deviceId, long address) {}

  private static final int REGION_BYTES = 3 * Long.BYTES;
  private static final byte[] MAGIC = "nixlSerDes|".getBytes(ISO_8859_1);

  /** Refuses all but whole metadata with {@link Category#INVALID_PARAMETER}. */
  static NixlMetadata read(AgentMetadata metadata) {
    return new Reader(metadata.toBytes()).read();
  }

  /** Whether both are of one agent that was not opened anew between. */
  boolean isSameLifeAs(NixlMetadata other) {
    return agent.equals(other.agent) && life.equals(other.life);
  }

  /** Walks over the fields once. */
  private static final class Reader {
    private final ByteBuffer bytes;
    private Optional<Place> place = Optional.empty();

    Reader(byte[] bytes) {
      this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    NixlMetadata read() {
      byte[] magic = new byte[Math.min(MAGIC.length, bytes.remaining())];
      bytes.get(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw malformed("it does not begin with nixlSerDes");
      }
      String agent = new String(field("Agent"), UTF_8);
      int lifeStart = bytes.position();
      long connections = number("Conns");
      for (long i = 0; i < connections; i++) {
        field("t");
        field("c");
      }
      ByteBuffer life = bytes.slice(lifeStart, bytes.position() - lifeStart).asReadOnlyBuffer();
      field("");
      long elements = number("nixlSecElms");
      for (long i = 0; i < elements; i++) {
        section();
      }
      if (agent.isEmpty() || bytes.hasRemaining()) {
        throw malformed(agent.isEmpty() ? "no name" : bytes.remaining() + " bytes too many");
      }
      return new NixlMetadata(agent, life, place);
    }

    private void section() {
      field("bknd");
      field("nixlDList");
      int memType = (int) number("t", Integer.BYTES);
      long regions = number("n");
      for (long i = 0; i < regions; i++) {
        ByteBuffer region = ByteBuffer.wrap(field("")).order(ByteOrder.LITTLE_ENDIAN);
        if (region.remaining() < REGION_BYTES) {
          throw malformed("a region of " + region.remaining() + " bytes");
        }
        place = Optional.of(new Place(memType, region.getLong(2 * Long.BYTES), region.getLong(0)));
      }
    }

    private long number(String tag) {
      return number(tag, Long.BYTES);
    }

    private long number(String tag, int sizeBytes) {
      byte[] value = field(tag);
      if (value.length != sizeBytes) {
        throw malformed("field " + tag + " has " + value.length + " bytes");
      }
      byte[] wide = Arrays.copyOf(value, Long.BYTES);
      return ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private byte[] field(String tag) {
      byte[] expected = tag.getBytes(ISO_8859_1);
      if (bytes.remaining() < expected.length + Long.BYTES + 1) {
        throw malformed("it ends before field '" + tag + "'");
      }
      byte[] actual = new byte[expected.length];
      bytes.get(actual);
      long length = bytes.getLong();
      if (!Arrays.equals(actual, expected) || length < 0 || length > bytes.remaining() - 1) {
        throw malformed("no whole field '" + tag + "' at " + bytes.position());
      }
      byte[] value = new byte[(int) length];
      bytes.get(value);
      if (bytes.get() != '|') {
        throw malformed("field '" + tag + "' does not end at " + bytes.position());
      }
      return value;
    }

    private TransferException malformed(String why) {
      return new TransferException(
          Category.INVALID_PARAMETER,
          "not NIXL metadata of " + bytes.capacity() + " bytes: " + why);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NixlMetadata that && isSameLifeAs(that);
  }

  @Override
  public int hashCode() {
    return agent.hashCode();
  }

  @Override
  public String toString() {
    return "metadata of " + agent;
  }
}
