package kvproof.mocknixl.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * What an agent's metadata says: who it is, where it listens, what was registered at that moment.
 *
 * <p>The bytes, numbers big-endian, text UTF-8:
 *
 * <pre>
 *   8    "kvpnixl1"
 *   2+n  name of the agent, 1 to 255 bytes
 *   16   incarnation
 *   2+n  host
 *   2    port; 0 if it is reached inside its process only
 *   4    number of regions, at most 65536
 *   25   for each: 1 kind (0 DRAM, 1 VRAM), 8 device, 8 address, 8 size
 * </pre>
 *
 * <p>Nothing follows.
 */
public record PeerMetadata(Peer agent, String host, int port, List<MemoryRegion> regions) {
  /** More regions than this are not told. */
  public static final int MOST_REGIONS = 1 << 16;

  private static final long MAGIC =
      Unpooled.wrappedBuffer("kvpnixl1".getBytes(StandardCharsets.US_ASCII)).readLong();

  public PeerMetadata {
    regions = List.copyOf(regions);
    if (port < 0 || port > 0xffff || regions.size() > MOST_REGIONS) {
      throw new IllegalArgumentException(
          "no metadata: port " + port + ", " + regions.size() + " regions");
    }
  }

  /** Both sets of regions; where the newer one listens. */
  public PeerMetadata plus(PeerMetadata newer) {
    return new PeerMetadata(
        agent,
        newer.host,
        newer.port,
        Stream.concat(regions.stream(), newer.regions.stream()).distinct().toList());
  }

  /** The bytes for peers. */
  public AgentMetadata write() {
    ByteBuf out = Unpooled.buffer();
    out.writeLong(MAGIC);
    WireText.writePeer(agent, out);
    WireText.write(host, out);
    out.writeShort(port).writeInt(regions.size());
    for (MemoryRegion region : regions) {
      out.writeByte(MemoryCode.of(region.kind())).writeLong(region.deviceId());
      out.writeLong(region.address()).writeLong(region.sizeBytes());
    }
    return AgentMetadata.of(ByteBufUtil.getBytes(out));
  }

  /**
   * {@link TransferException} with {@link Category#INVALID_PARAMETER} unless it is exactly what
   * {@link #write} makes.
   */
  public static PeerMetadata read(AgentMetadata metadata) {
    try {
      ByteBuf in = Unpooled.wrappedBuffer(metadata.toBytes());
      if (in.readLong() != MAGIC) {
        throw new IllegalArgumentException("foreign bytes");
      }
      PeerMetadata read =
          new PeerMetadata(
              WireText.readPeer(in), WireText.read(in), in.readUnsignedShort(), readRegions(in));
      if (in.isReadable()) {
        throw new IllegalArgumentException(in.readableBytes() + " bytes too many");
      }
      return read;
    } catch (IllegalArgumentException | IndexOutOfBoundsException junk) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "not agent metadata: " + metadata + " (" + junk.getMessage() + ")");
    }
  }

  private static List<MemoryRegion> readRegions(ByteBuf in) {
    long count = in.readUnsignedInt();
    if (count > MOST_REGIONS) {
      throw new IllegalArgumentException(count + " regions are too many");
    }
    List<MemoryRegion> regions = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      regions.add(
          new MemoryRegion(
              MemoryCode.kind(in.readUnsignedByte()), in.readLong(), in.readLong(), in.readLong()));
    }
    return regions;
  }
}
