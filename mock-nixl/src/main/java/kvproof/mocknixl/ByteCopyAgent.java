package kvproof.mocknixl;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/**
 * The part of an agent that is the same on every fabric: its memory, its peers, what it prepared
 * and which requests are open.
 *
 * <p>How bytes and notifications travel is the subclass's; its methods are called with {@link
 * #lock} held, except {@link #shutDown}. Every call of an agent takes the lock, so that several
 * threads take turns.
 */
public abstract class ByteCopyAgent implements TransferAgent {
  private static final int MOST_NOTIFICATION_BYTES = 1 << 20;

  private final Object lock;
  private final Peer self;
  private final AgentMemory memory;
  private final Peers peers;
  private final OpenRequests requests = new OpenRequests();
  private boolean closed;

  /** The lock may be shared by several agents. */
  protected ByteCopyAgent(Object lock, Peer self, AgentMemory memory) {
    this.lock = lock;
    this.self = self;
    this.memory = memory;
    this.peers = new Peers(self.name());
  }

  /** A request that was not posted yet. */
  protected abstract ByteCopyRequest newRequest(
      TransferOperation operation, Peer peer, List<TransferPiece> pieces);

  /** Sends a message, after those that were sent to that peer before. */
  protected abstract void send(PeerMetadata peer, byte[] payload);

  /** Takes what arrived since the last call. */
  protected abstract List<Notification> drainInbox();

  /** What metadata says of this agent, with these regions. */
  protected abstract PeerMetadata describe(List<MemoryRegion> regions);

  /** The peer is not known any more. */
  protected abstract void forgotten(Peer peer);

  /** Stops everything that this agent started or serves; returns when that is so, or throws. */
  protected abstract void shutDown();

  @Override
  public final String name() {
    return self.name();
  }

  @Override
  public final TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    synchronized (lock) {
      requireOpen();
      return memory.allocate(kind, sizeBytes);
    }
  }

  @Override
  public final void register(List<MemoryRegion> regions) {
    synchronized (lock) {
      requireOpen();
      memory.register(regions);
    }
  }

  @Override
  public final void deregister(List<MemoryRegion> regions) {
    synchronized (lock) {
      requireOpen();
      for (MemoryRegion region : regions) {
        if (requests.isUsing(region)) {
          throw new TransferException(Category.IN_USE, "a transfer is using " + region);
        }
      }
      memory.deregister(regions);
    }
  }

  @Override
  public final List<MemoryRegion> registeredRegions() {
    synchronized (lock) {
      requireOpen();
      return memory.toList();
    }
  }

  /** More than {@value PeerMetadata#MOST_REGIONS} regions are {@link Category#BACKEND}. */
  @Override
  public final AgentMetadata metadata() {
    synchronized (lock) {
      requireOpen();
      List<MemoryRegion> regions = memory.toList();
      if (regions.size() > PeerMetadata.MOST_REGIONS) {
        throw new TransferException(
            Category.BACKEND, regions.size() + " regions do not fit into metadata");
      }
      return describe(regions).write();
    }
  }

  @Override
  public final String load(AgentMetadata bytes) {
    PeerMetadata metadata = PeerMetadata.read(bytes);
    synchronized (lock) {
      requireOpen();
      return peers.load(metadata);
    }
  }

  @Override
  public final void forget(String peer) {
    synchronized (lock) {
      requireOpen();
      forgotten(peers.forget(peer));
    }
  }

  @Override
  public final PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    synchronized (lock) {
      requireOpen();
      return new CheckedDescriptors(this, Optional.empty(), descriptors, memory::holds);
    }
  }

  @Override
  public final PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    synchronized (lock) {
      requireOpen();
      PeerMetadata metadata = loaded(peer);
      Predicate<Descriptor> isRegistered =
          peer.equals(name())
              ? memory::holds
              : part -> metadata.regions().stream().anyMatch(region -> region.holds(part));
      return new CheckedDescriptors(this, Optional.of(metadata.agent()), descriptors, isRegistered);
    }
  }

  @Override
  public final TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    CheckedDescriptors ownSide = own(local, false);
    CheckedDescriptors farSide = own(remote, true);
    List<TransferPiece> pieces = TransferPiece.pair(ownSide, localIndices, farSide, remoteIndices);
    synchronized (lock) {
      requireOpen();
      ByteCopyRequest request = newRequest(operation, farSide.peer().orElseThrow(), pieces);
      requests.add(request);
      return request;
    }
  }

  private CheckedDescriptors own(PreparedDescriptors side, boolean isRemote) {
    if (side instanceof CheckedDescriptors prepared
        && prepared.belongsTo(this)
        && prepared.peer().isPresent() == isRemote) {
      prepared.requireOpen();
      return prepared;
    }
    throw new IllegalArgumentException(
        "not prepared here as the " + (isRemote ? "remote" : "local") + " side: " + side);
  }

  @Override
  public final int openRequests() {
    synchronized (lock) {
      requireOpen();
      return requests.size();
    }
  }

  @Override
  public final void notifyPeer(String peer, byte[] payload) {
    checkNotification(payload);
    synchronized (lock) {
      requireOpen();
      send(loaded(peer), payload.clone());
    }
  }

  @Override
  public final List<Notification> takeNotifications() {
    synchronized (lock) {
      requireOpen();
      return drainInbox();
    }
  }

  /**
   * As the contract says; may wait as {@link #shutDown} does, without the lock. Who calls again
   * meanwhile returns at once.
   */
  @Override
  public final void close() {
    close(false);
  }

  /** As {@link #close()}, but pending requests are given up: the whole fabric is closing. */
  protected final void closeNow() {
    close(true);
  }

  /** What was registered stays so if shutting down fails: bytes may still move then. */
  private void close(boolean evenIfPending) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      if (!evenIfPending && requests.isAnyPending()) {
        throw new TransferException(Category.IN_USE, "a transfer of " + name() + " is pending");
      }
      closed = true;
      requests.releaseAll();
    }
    shutDown();
    memory.deregisterAll();
  }

  /** Guards all that belongs to this agent. */
  protected final Object lock() {
    return lock;
  }

  /** This life of this agent. */
  protected final Peer self() {
    return self;
  }

  /** What this agent has registered. */
  protected final AgentMemory memory() {
    return memory;
  }

  /** For a person: what there is. Any thread. */
  protected final String summary(int untakenNotifications) {
    synchronized (lock) {
      return "agent %s: %d regions, %d requests, %d notifications"
          .formatted(name(), memory.toList().size(), requests.size(), untakenNotifications);
    }
  }

  static void checkNotification(byte[] payload) {
    if (payload.length > MOST_NOTIFICATION_BYTES) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "a notification has at most %d bytes, not %d"
              .formatted(MOST_NOTIFICATION_BYTES, payload.length));
    }
  }

  final boolean isLoaded(Peer peer) {
    return peer.equals(self) || peers.holds(peer);
  }

  final void keepInUse(List<Descriptor> parts) {
    requests.keepInUse(parts);
  }

  final void drop(ByteCopyRequest request) {
    requests.drop(request);
  }

  /** Refused if the peer is not loaded. One's own name is always known, without regions. */
  protected final PeerMetadata loaded(String peer) {
    return peer.equals(name()) ? describe(List.of()) : peers.loaded(peer);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("agent " + name() + " is closed");
    }
  }
}
