package kvproof.mocknixl;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;
import org.jspecify.annotations.Nullable;

/**
 * The life of a request, the same on every fabric; how the bytes travel is the subclass's.
 *
 * <p>Its methods for subclasses are called with the agent's lock held.
 */
public abstract class ByteCopyRequest implements TransferRequest {
  private final ByteCopyAgent agent;
  private final TransferOperation operation;
  private final Peer peer;
  private final List<TransferPiece> pieces;

  /** Null until the first posting. */
  private @Nullable TransferStatus status;

  private boolean closed;

  protected ByteCopyRequest(
      ByteCopyAgent agent, TransferOperation operation, Peer peer, List<TransferPiece> pieces) {
    this.agent = agent;
    this.operation = operation;
    this.peer = peer;
    this.pieces = List.copyOf(pieces);
  }

  /** Starts over; the peer is loaded and one's own memory registered. */
  protected abstract void start(Optional<byte[]> notification);

  /** Called at each poll of a pending request. */
  protected abstract TransferStatus advance();

  /** Called while it is pending. */
  protected abstract void wishToEnd();

  protected final TransferOperation operation() {
    return operation;
  }

  protected final Peer peer() {
    return peer;
  }

  protected final List<TransferPiece> pieces() {
    return pieces;
  }

  @Override
  public final void post() {
    post(Optional.empty());
  }

  @Override
  public final void post(byte[] notification) {
    ByteCopyAgent.checkNotification(notification);
    post(Optional.of(notification.clone()));
  }

  private void post(Optional<byte[]> notification) {
    synchronized (agent.lock()) {
      requireOpen();
      if (isInUse()) {
        throw new TransferException(
            Category.IN_USE, "a request is not posted again while it is " + status);
      }
      if (!agent.isLoaded(peer)) {
        throw new TransferException(Category.NOT_FOUND, peer.name() + " was forgotten");
      }
      for (TransferPiece piece : pieces) {
        requireRegistered(piece.local());
      }
      start(notification);
      status = new TransferStatus.Pending();
    }
  }

  private void requireRegistered(Descriptor part) {
    if (!agent.memory().holds(part)) {
      throw new TransferException(Category.NOT_FOUND, part + " was deregistered");
    }
  }

  @Override
  public final TransferStatus poll() {
    synchronized (agent.lock()) {
      requireOpen();
      if (status == null) {
        throw new IllegalStateException("the request was never posted");
      }
      if (isPending()) {
        status = advance();
        if (isInUse() && !isPending()) {
          agent.keepInUse(ownParts());
        }
      }
      return status;
    }
  }

  @Override
  public final void cancel() {
    synchronized (agent.lock()) {
      requireOpen();
      if (isPending()) {
        wishToEnd();
      }
    }
  }

  @Override
  public final void close() {
    synchronized (agent.lock()) {
      if (closed) {
        return;
      }
      if (isPending()) {
        throw new TransferException(Category.IN_USE, "the request is pending");
      }
      release();
    }
  }

  /** Whatever its state: the agent is going. */
  final void release() {
    agent.drop(this);
    closed = true;
  }

  final boolean isPending() {
    return status instanceof TransferStatus.Pending;
  }

  /** Pending, or failed so that nobody knows what still moves. */
  private boolean isInUse() {
    return isPending() || (status instanceof TransferStatus.Failed failed && !failed.quiet());
  }

  /** Whether this is pending and touches the agent's own region. */
  final boolean isUsing(MemoryRegion region) {
    return isPending() && ownParts().stream().anyMatch(region::holds);
  }

  /** What of it lies in the agent's own memory: of a local copy, both ends. */
  private List<Descriptor> ownParts() {
    Stream<Descriptor> near = pieces.stream().map(TransferPiece::local);
    return peer.equals(agent.self())
        ? Stream.concat(near, pieces.stream().map(TransferPiece::remote)).toList()
        : near.toList();
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the request is closed");
    }
  }
}
