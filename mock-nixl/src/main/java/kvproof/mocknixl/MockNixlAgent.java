package kvproof.mocknixl;

import java.util.List;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;

/**
 * An agent whose transfers are byte copies inside the process.
 *
 * <p>Made by {@link InProcessFabric#agent(String)}. A copy from or to memory that the peer has
 * deregistered since ends as {@link Category#DISCONNECTED} and touches no byte of it. An agent
 * whose inbox is full takes no further message: {@link Category#BACKEND} for the sender, and a copy
 * that would notify it fails so, with its bytes in place.
 */
public final class MockNixlAgent extends ByteCopyAgent {
  private final InProcessFabric fabric;
  private final Inbox inbox;

  MockNixlAgent(InProcessFabric fabric, Peer self, AgentMemory memory, Inbox.Limit limit) {
    super(fabric, self, memory);
    this.fabric = fabric;
    this.inbox = new Inbox(limit);
  }

  @Override
  protected ByteCopyRequest newRequest(
      TransferOperation operation, Peer peer, List<TransferPiece> pieces) {
    return new MockRequest(fabric, this, operation, peer, pieces);
  }

  @Override
  protected void send(PeerMetadata peer, byte[] payload) {
    fabric
        .find(peer.agent())
        .orElseThrow(
            () -> new TransferException(Category.DISCONNECTED, peer.agent().name() + " is gone"))
        .receive(new Notification(name(), payload));
  }

  /** {@link Category#BACKEND} if too much waits here already. */
  void receive(Notification notification) {
    if (!inbox.offer(notification)) {
      throw new TransferException(
          Category.BACKEND,
          name() + " takes no notifications: " + inbox.size() + " wait for it, let it take them");
    }
  }

  @Override
  protected List<Notification> drainInbox() {
    return inbox.take();
  }

  /** Nobody reaches it from outside the process. */
  @Override
  protected PeerMetadata describe(List<MemoryRegion> regions) {
    return new PeerMetadata(self(), "in-process", 0, regions);
  }

  @Override
  protected void forgotten(Peer peer) {}

  @Override
  protected void shutDown() {
    fabric.remove(this);
  }

  /** Ends at once, pending requests or not. */
  void crash() {
    closeNow();
  }

  String summary() {
    return summary(inbox.size());
  }
}
