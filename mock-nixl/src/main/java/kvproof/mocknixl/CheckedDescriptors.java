package kvproof.mocknixl;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** Descriptors of one side, checked against what was registered, or loaded, at that moment. */
final class CheckedDescriptors implements PreparedDescriptors {
  private final ByteCopyAgent agent;
  private final Optional<Peer> peer;
  private final List<Descriptor> descriptors;
  private boolean closed;

  /** No peer: the agent's own side of a transfer. */
  CheckedDescriptors(
      ByteCopyAgent agent,
      Optional<Peer> peer,
      List<Descriptor> descriptors,
      Predicate<Descriptor> isRegistered) {
    if (descriptors.isEmpty()) {
      throw new IllegalArgumentException("no descriptors");
    }
    this.agent = agent;
    this.peer = peer;
    this.descriptors = List.copyOf(descriptors);
    Descriptor first = descriptors.getFirst();
    for (Descriptor part : this.descriptors) {
      if (part.kind() != first.kind()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "two kinds of memory: " + first + ", " + part);
      }
      if (!isRegistered.test(part)) {
        throw new TransferException(Category.NOT_FOUND, part + " is in no registered region");
      }
    }
  }

  boolean belongsTo(ByteCopyAgent other) {
    return agent.equals(other);
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
