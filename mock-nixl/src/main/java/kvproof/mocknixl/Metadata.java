package kvproof.mocknixl;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** What an agent's metadata says. */
record Metadata(Peer agent, List<MemoryRegion> regions) {
  /*
   * Big-endian:
   *   int    magic
   *   UTF    name of the agent, length first
   *   long   incarnation
   *   int    regions, then for each: UTF kind, long device id, long address, long size
   */
  private static final int MAGIC = 0x6b767031;

  Metadata {
    regions = List.copyOf(regions);
  }

  /** Both sets of regions. */
  Metadata plus(Metadata newer) {
    return new Metadata(
        agent, Stream.concat(regions.stream(), newer.regions.stream()).distinct().toList());
  }

  AgentMetadata write() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeUTF(agent.name());
      out.writeLong(agent.incarnation());
      out.writeInt(regions.size());
      for (MemoryRegion region : regions) {
        out.writeUTF(region.kind().name());
        out.writeLong(region.deviceId());
        out.writeLong(region.address());
        out.writeLong(region.sizeBytes());
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
    return AgentMetadata.of(bytes.toByteArray());
  }

  /** Throws {@link TransferException} unless it is exactly what {@link #write} makes. */
  static Metadata read(AgentMetadata metadata) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(metadata.toBytes()))) {
      if (in.readInt() != MAGIC) {
        throw new IllegalArgumentException("foreign bytes");
      }
      Peer agent = new Peer(in.readUTF(), in.readLong());
      List<MemoryRegion> regions = new ArrayList<>();
      int left = in.readInt();
      for (; left > 0; left--) {
        regions.add(readRegion(in));
      }
      if (left < 0 || in.read() >= 0) {
        throw new IllegalArgumentException("not as many regions as it says");
      }
      return new Metadata(agent, regions);
    } catch (IOException | IllegalArgumentException junk) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "not agent metadata: " + metadata + " (" + junk + ")");
    }
  }

  private static MemoryRegion readRegion(DataInputStream in) throws IOException {
    MemoryKind kind = MemoryKind.valueOf(in.readUTF());
    return new MemoryRegion(kind, in.readLong(), in.readLong(), in.readLong());
  }
}
