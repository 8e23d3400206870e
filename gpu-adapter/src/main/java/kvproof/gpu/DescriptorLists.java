package kvproof.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import kvproof.gpu.capi.NixlCapi;
import kvproof.gpu.capi.NixlEnum;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;

/**
 * The lists of descriptors that an agent of the library prepares, from which requests are made.
 *
 * <p>What it hands out as a segment is a handle of the library, to be given back to {@link
 * #release} before the agent is closed. A negative status is {@link NixlException}. For one thread
 * at a time.
 */
final class DescriptorLists {
  private static final String DOING = "preparing descriptors";
  private static final MemorySegment NO_OPTIONS = MemorySegment.NULL;

  private final NixlCapi capi;
  private final MemorySegment agent;

  DescriptorLists(NixlCapi capi, MemorySegment agent) {
    this.capi = capi;
    this.agent = agent;
  }

  /**
   * A prepared list of at least one descriptor, all of one kind of memory.
   *
   * @param peer a loaded peer, one's own name for the far side of a local copy, empty for one's own
   *     side
   */
  MemorySegment prepare(String peer, List<Descriptor> descriptors) {
    int kind = memType(descriptors.getFirst().kind());
    return prepare(
        peer,
        kind,
        list -> {
          for (Descriptor part : descriptors) {
            add(list, part.address(), part.sizeBytes(), part.deviceId());
          }
        });
  }

  /** As {@link #prepare(String, List)}, of no bytes at this place. */
  MemorySegment prepareNothing(String peer, NixlMetadata.Place place) {
    return prepare(peer, place.memType(), list -> add(list, place.address(), 0, place.deviceId()));
  }

  private void add(MemorySegment list, long address, long sizeBytes, long deviceId) {
    NixlException.check(
        "xfer_dlist_add_desc", capi.xferDlistAddDesc(list, address, sizeBytes, deviceId), DOING);
  }

  private MemorySegment prepare(String peer, int memType, Consumer<MemorySegment> descriptors) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      NixlException.check("create_xfer_dlist", capi.createXferDlist(memType, out), DOING);
      MemorySegment list = out.get(ADDRESS, 0);
      try {
        descriptors.accept(list);
        NixlException.check(
            "prep_xfer_dlist",
            capi.prepXferDlist(agent, call.allocateFrom(peer), list, out, NO_OPTIONS),
            DOING);
        return out.get(ADDRESS, 0);
      } finally {
        capi.destroyXferDlist(list);
      }
    }
  }

  void release(MemorySegment prepared) {
    NixlException.check(
        "release_xfer_dlist_handle",
        capi.releaseXferDlistHandle(agent, prepared),
        "releasing prepared descriptors");
  }

  /** The library's number for a kind of memory. */
  static int memType(MemoryKind kind) {
    return switch (kind) {
      case DRAM -> NixlEnum.MEM_DRAM;
      case VRAM -> NixlEnum.MEM_VRAM;
    };
  }
}
