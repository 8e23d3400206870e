package kvproof.mocknixl.net;

import io.netty.channel.Channel;
import java.util.List;
import kvproof.mocknixl.ByteCopyAgent;
import kvproof.mocknixl.ByteCopyRequest;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.TransferPiece;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;

/**
 * An agent whose transfers travel over TCP, to agents of this process or another.
 *
 * <p>Made by {@link NettyFabric#agent(String)}. A copy from or to memory that the peer has
 * deregistered since fails as {@link Category#NOT_FOUND} and touches no byte of it. A peer whose
 * connection broke stays {@link Category#DISCONNECTED}, for requests and notifications, until it is
 * forgotten and loaded again.
 *
 * <p>An agent whose inbox is full reads from no connection until its notifications are taken, so
 * that copies over them wait too; each connection adds at most one message to a full inbox. What
 * the peers send meanwhile waits with them, and is refused as {@link Category#BACKEND} once 64 MiB
 * of it do. Closing waits up to a second until messages that were sent have left this side.
 */
public final class NettyAgent extends ByteCopyAgent {
  private final NettyFabric fabric;
  private final String host;
  private final Owner owner;
  private final Inbox inbox;

  /** Guarded by {@link #lock}. */
  private final Links links = new Links();

  private NettyAgent(
      NettyFabric fabric, Peer self, AgentMemory memory, String host, Inbox.Limit limit) {
    super(new Object(), self, memory);
    this.fabric = fabric;
    this.host = host;
    this.inbox = new Inbox(limit);
    this.owner = new Owner(self, memory, inbox, fabric.closePatience().end());
  }

  static NettyAgent listening(
      NettyFabric fabric,
      Peer self,
      AgentMemory memory,
      String host,
      int port,
      Inbox.Limit inboxLimit) {
    NettyAgent agent = new NettyAgent(fabric, self, memory, host, inboxLimit);
    agent.owner.listen(fabric.loops(), host, port);
    return agent;
  }

  /** Where peers reach it. */
  public int port() {
    return owner.port();
  }

  /** The connection to a loaded peer, made at first use. */
  Link link(PeerMetadata peer) {
    return links.to(peer.agent(), () -> new Link(fabric.loops().next(), self(), peer, memory()));
  }

  @Override
  protected ByteCopyRequest newRequest(
      TransferOperation operation, Peer peer, List<TransferPiece> pieces) {
    return new NettyRequest(this, operation, peer, pieces);
  }

  Link linkTo(Peer peer) {
    return link(loaded(peer.name()));
  }

  @Override
  protected void send(PeerMetadata peer, byte[] payload) {
    link(peer).send(new Message(0, payload));
  }

  @Override
  protected List<Notification> drainInbox() {
    return inbox.take();
  }

  @Override
  protected PeerMetadata describe(List<MemoryRegion> regions) {
    return new PeerMetadata(self(), host, port(), regions);
  }

  @Override
  protected void forgotten(Peer peer) {
    links.forget(peer);
  }

  @Override
  protected void shutDown() {
    List<Link> open;
    synchronized (lock()) {
      open = links.toList();
    }
    try {
      Links.closeAll(open, fabric.closePatience());
    } finally {
      fabric.remove(this);
      owner.close();
    }
  }

  void closeWithFabric() {
    closeNow();
  }

  String summary() {
    return summary(inbox.size());
  }

  /** For tests that break connections. */
  List<Channel> connections() {
    return owner.connections();
  }
}
