package kvproof.mocknixl;

import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** Descriptors of one side, checked against what was registered, or loaded, at that moment. */
final class MockDescriptors implements PreparedDescriptors {
  private final MockNixlAgent agent;
  private final Optional<Peer> peer;
  private final List<Descriptor> descriptors;
  private boolean closed;

  private MockDescriptors(MockNixlAgent agent, Optional<Peer> peer, List<Descriptor> descriptors) {
    this.agent = agent;
    this.peer = peer;
    this.descriptors = List.copyOf(descriptors);
  }

  /** No peer: the agent's own side of a transfer. */
  static MockDescriptors checked(
      MockNixlAgent agent,
      Optional<Peer> peer,
      List<Descriptor> descriptors,
      List<MemoryRegion> regions) {
    if (descriptors.isEmpty()) {
      throw new IllegalArgumentException("no descriptors");
    }
    for (Descriptor part : descriptors) {
      if (part.kind() != descriptors.getFirst().kind()) {
        throw new TransferException(
            Category.INVALID_PARAMETER,
            "two kinds of memory: " + descriptors.getFirst() + ", " + part);
      }
      if (regions.stream().noneMatch(region -> region.holds(part))) {
        throw new TransferException(Category.NOT_FOUND, part + " is in no registered region");
      }
    }
    return new MockDescriptors(agent, peer, descriptors);
  }

  boolean belongsTo(MockNixlAgent other) {
    return agent == other;
  }

  Optional<Peer> peer() {
    return peer;
  }

  Descriptor at(int index) {
    return descriptors.get(index);
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("prepared descriptors are closed");
    }
  }

  @Override
  public int size() {
    return descriptors.size();
  }

  @Override
  public void close() {
    closed = true;
  }
}
