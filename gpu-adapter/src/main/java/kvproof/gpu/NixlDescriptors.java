package kvproof.gpu;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * Descriptors of one side that the library has prepared.
 *
 * <p>Owns the prepared handle; requests made from it live on when it is closed.
 */
final class NixlDescriptors implements PreparedDescriptors {
  private final NixlTransferAgent agent;
  private final Optional<LoadedPeer> peer;
  private final List<Descriptor> descriptors;
  private final List<RegisteredRegion> ownRegions;
  private final MemorySegment handle;
  private boolean closed;

  /**
   * @param peer none for the agent's own side
   * @param ownRegions where each descriptor lies, if it lies in the agent's own memory; else empty
   */
  NixlDescriptors(
      NixlTransferAgent agent,
      Optional<LoadedPeer> peer,
      List<Descriptor> descriptors,
      List<RegisteredRegion> ownRegions,
      MemorySegment handle) {
    this.agent = agent;
    this.peer = peer;
    this.descriptors = List.copyOf(descriptors);
    this.ownRegions = List.copyOf(ownRegions);
    this.handle = handle;
  }

  /** Refuses descriptors of two kinds of memory, which the library cannot prepare together. */
  static void requireOneKind(List<Descriptor> descriptors) {
    if (descriptors.isEmpty()) {
      throw new IllegalArgumentException("no descriptors");
    }
    Descriptor first = descriptors.getFirst();
    for (Descriptor part : descriptors) {
      if (part.kind() != first.kind()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "two kinds of memory: " + first + ", " + part);
      }
    }
  }

  boolean belongsTo(NixlTransferAgent other) {
    return agent.equals(other);
  }

  Optional<LoadedPeer> peer() {
    return peer;
  }

  Descriptor at(int index) {
    return descriptors.get(index);
  }

  List<RegisteredRegion> ownRegions() {
    return ownRegions;
  }

  MemorySegment handle() {
    if (closed) {
      throw new IllegalStateException("prepared descriptors are closed");
    }
    return handle;
  }

  @Override
  public int size() {
    return descriptors.size();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      agent.release(this, handle);
    }
  }
}
