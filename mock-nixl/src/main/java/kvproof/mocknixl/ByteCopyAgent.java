package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * #lock} held, except {@link #shutDown}.
 */
public abstract class ByteCopyAgent implements TransferAgent {
  private static final int MOST_NOTIFICATION_BYTES = 1 << 20;

  private final Object lock;
  private final Peer self;
  private final AgentMemory memory;
  private final SortedMap<String, PeerMetadata> peers = new TreeMap<>();
  private final Set<ByteCopyRequest> requests = new LinkedHashSet<>();

  /** Own memory of transfers that failed without being quiet. */
  private final List<Descriptor> keptInUse = new ArrayList<>();

  private boolean closed;

  /** The lock may be shared by several agents. */
  protected ByteCopyAgent(Object lock, Peer self, AgentMemory memory) {
    this.lock = lock;
    this.self = self;
    this.memory = memory;
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

  /** Stops everything that this agent started or serves; returns when that is so. */
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
        if (requests.stream().anyMatch(request -> request.isUsing(region))
            || keptInUse.stream().anyMatch(region::holds)) {
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
    String peer = metadata.agent().name();
    synchronized (lock) {
      requireOpen();
      PeerMetadata known = peers.get(peer);
      if (peer.equals(name()) || (known != null && !known.agent().equals(metadata.agent()))) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "another agent is known as " + peer + " here");
      }
      peers.put(peer, known == null ? metadata : known.plus(metadata));
    }
    return peer;
  }

  @Override
  public final void forget(String peer) {
    synchronized (lock) {
      requireOpen();
      PeerMetadata removed = peers.remove(peer);
      if (removed == null) {
        throw notLoaded(peer);
      }
      forgotten(removed.agent());
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

  @Override
  public final void close() {
    synchronized (lock) {
      if (!closed && requests.stream().anyMatch(ByteCopyRequest::isPending)) {
        throw new TransferException(Category.IN_USE, "a transfer of " + name() + " is pending");
      }
    }
    closeNow();
  }

  /** As {@link #close}, but pending requests are given up: the whole fabric is closing. */
  protected final void closeNow() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      List.copyOf(requests).forEach(ByteCopyRequest::release);
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

  /** For a person: what there is. */
  protected final String summary(int untakenNotifications) {
    return "agent "
        + name()
        + ": "
        + memory.toList().size()
        + " regions, "
        + requests.size()
        + " requests, "
        + untakenNotifications
        + " notifications";
  }

  static void checkNotification(byte[] payload) {
    if (payload.length > MOST_NOTIFICATION_BYTES) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "a notification has at most "
              + MOST_NOTIFICATION_BYTES
              + " bytes, not "
              + payload.length);
    }
  }

  final boolean isLoaded(Peer peer) {
    PeerMetadata metadata = peers.get(peer.name());
    return peer.equals(self) || (metadata != null && metadata.agent().equals(peer));
  }

  final void keepInUse(List<Descriptor> parts) {
    keptInUse.addAll(parts);
  }

  final void drop(ByteCopyRequest request) {
    requests.remove(request);
  }

  /** Refused if the peer is not loaded. One's own name is always known, without regions. */
  protected final PeerMetadata loaded(String peer) {
    PeerMetadata metadata = peer.equals(name()) ? describe(List.of()) : peers.get(peer);
    if (metadata == null) {
      throw notLoaded(peer);
    }
    return metadata;
  }

  private TransferException notLoaded(String peer) {
    return new TransferException(Category.NOT_FOUND, name() + " has not loaded " + peer);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("agent " + name() + " is closed");
    }
  }
}
