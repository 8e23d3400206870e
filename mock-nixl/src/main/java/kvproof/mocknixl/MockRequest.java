package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.jspecify.annotations.Nullable;

/** A copy that moves one piece at each poll. */
final class MockRequest implements TransferRequest {

  /** The two ends of one descriptor pair, equally long. */
  record Piece(Descriptor local, Descriptor remote) {}

  private final InProcessFabric fabric;
  private final MockNixlAgent agent;
  private final TransferOperation operation;
  private final Peer peer;
  private final List<Piece> pieces;

  /** Null until the first posting. */
  private @Nullable TransferStatus status;

  private Optional<Notification> notification = Optional.empty();
  private int moved;
  private boolean cancelled;
  private boolean closed;

  MockRequest(
      InProcessFabric fabric,
      MockNixlAgent agent,
      TransferOperation operation,
      Peer peer,
      List<Piece> pieces) {
    this.fabric = fabric;
    this.agent = agent;
    this.operation = operation;
    this.peer = peer;
    this.pieces = List.copyOf(pieces);
  }

  static List<Piece> pair(
      MockDescriptors local, int[] localIndices, MockDescriptors remote, int[] remoteIndices) {
    if (localIndices.length != remoteIndices.length || localIndices.length == 0) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          localIndices.length + " local descriptors against " + remoteIndices.length);
    }
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < localIndices.length; i++) {
      Piece piece = new Piece(local.at(localIndices[i]), remote.at(remoteIndices[i]));
      if (piece.local().sizeBytes() != piece.remote().sizeBytes()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "pair " + i + " differs in size: " + piece);
      }
      pieces.add(piece);
    }
    return pieces;
  }

  @Override
  public void post() {
    start(Optional.empty());
  }

  @Override
  public void post(byte[] payload) {
    start(Optional.of(new Notification(agent.name(), payload)));
  }

  private void start(Optional<Notification> bound) {
    synchronized (fabric) {
      requireOpen();
      if (isPending()) {
        throw new TransferException(Category.IN_USE, "the request is pending");
      }
      if (!agent.isLoaded(peer)) {
        throw new TransferException(Category.NOT_FOUND, peer.name() + " was forgotten");
      }
      for (Piece piece : pieces) {
        if (!agent.registered().hold(piece.local())) {
          throw new TransferException(Category.NOT_FOUND, piece.local() + " was deregistered");
        }
      }
      notification = bound;
      moved = 0;
      cancelled = false;
      status = new TransferStatus.Pending();
    }
  }

  @Override
  public TransferStatus poll() {
    synchronized (fabric) {
      requireOpen();
      if (status == null) {
        throw new IllegalStateException("the request was never posted");
      }
      if (isPending()) {
        status = advance();
      }
      return status;
    }
  }

  private TransferStatus advance() {
    if (cancelled) {
      return new TransferStatus.Cancelled();
    }
    Piece piece = pieces.get(moved);
    Optional<MockNixlAgent> reached =
        fabric.find(peer).filter(other -> other.registered().hold(piece.remote()));
    if (reached.isEmpty()) {
      return new TransferStatus.Failed(
          Category.DISCONNECTED, true, piece.remote() + " is not there any more");
    }
    move(piece);
    moved++;
    if (moved < pieces.size()) {
      return new TransferStatus.Pending();
    }
    notification.ifPresent(reached.get()::receive);
    return new TransferStatus.Done();
  }

  /** What is registered is not freed, so both ends are there. */
  private void move(Piece piece) {
    MockMemory local = fabric.memoryAt(piece.local()).orElseThrow();
    MockMemory remote = fabric.memoryAt(piece.remote()).orElseThrow();
    switch (operation) {
      case READ -> MockMemory.copy(remote, piece.remote(), local, piece.local());
      case WRITE -> MockMemory.copy(local, piece.local(), remote, piece.remote());
    }
  }

  @Override
  public void cancel() {
    synchronized (fabric) {
      requireOpen();
      cancelled = true;
    }
  }

  @Override
  public void close() {
    synchronized (fabric) {
      if (closed) {
        return;
      }
      if (isPending()) {
        throw new TransferException(Category.IN_USE, "the request is pending");
      }
      agent.drop(this);
      closed = true;
    }
  }

  boolean isPending() {
    return status instanceof TransferStatus.Pending;
  }

  /** Whether this is pending and touches the agent's own region. */
  boolean isUsing(MemoryRegion region) {
    boolean isLocalCopy = peer.equals(agent.self());
    return isPending()
        && pieces.stream()
            .anyMatch(
                piece ->
                    region.holds(piece.local()) || (isLocalCopy && region.holds(piece.remote())));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the request is closed");
    }
  }
}
