package kvproof.mocknixl;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferStatus;

/** A copy that moves one piece at each poll. */
final class MockRequest extends ByteCopyRequest {
  private final InProcessFabric fabric;
  private final MockNixlAgent agent;

  private Optional<byte[]> notification = Optional.empty();
  private int moved;
  private boolean cancelled;

  MockRequest(
      InProcessFabric fabric,
      MockNixlAgent agent,
      TransferOperation operation,
      Peer peer,
      List<TransferPiece> pieces) {
    super(agent, operation, peer, pieces);
    this.fabric = fabric;
    this.agent = agent;
  }

  @Override
  protected void start(Optional<byte[]> bound) {
    notification = bound;
    moved = 0;
    cancelled = false;
  }

  @Override
  protected void wishToEnd() {
    cancelled = true;
  }

  @Override
  protected TransferStatus advance() {
    try {
      return moveNext();
    } catch (TransferException notTaken) {
      return new TransferStatus.Failed(
          notTaken.category(),
          true,
          "the bytes are in place, but not notified: " + notTaken.getMessage());
    }
  }

  private TransferStatus moveNext() {
    if (cancelled) {
      return new TransferStatus.Cancelled();
    }
    TransferPiece piece = pieces().get(moved);
    Optional<MockNixlAgent> reached = fabric.find(peer());
    Optional<MemorySegment> remote = reached.flatMap(far -> far.memory().bytes(piece.remote()));
    if (remote.isEmpty()) {
      // Whoever has sent bytes cannot tell a dead process from one that is out of reach.
      boolean isQuiet = reached.isPresent() || moved == 0;
      return new TransferStatus.Failed(
          Category.DISCONNECTED, isQuiet, piece.remote() + " is not there any more");
    }
    move(agent.memory().bytes(piece.local()).orElseThrow(), remote.get());
    moved++;
    if (moved < pieces().size()) {
      return new TransferStatus.Pending();
    }
    notification.ifPresent(
        payload -> reached.get().receive(new Notification(agent.name(), payload)));
    return new TransferStatus.Done();
  }

  private void move(MemorySegment local, MemorySegment remote) {
    switch (operation()) {
      case READ -> local.copyFrom(remote);
      case WRITE -> remote.copyFrom(local);
    }
  }
}
