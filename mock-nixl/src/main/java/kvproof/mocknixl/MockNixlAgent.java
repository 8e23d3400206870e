package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
 * An agent whose transfers are byte copies inside the process.
 *
 * <p>Made by {@link InProcessFabric#agent(String)}. A copy from or to memory that the peer has
 * deregistered since ends as {@link Category#DISCONNECTED} and touches no byte of it.
 */
public final class MockNixlAgent implements TransferAgent {
  private final InProcessFabric fabric;
  private final Peer self;
  private final RegisteredRegions registered = new RegisteredRegions();
  private final SortedMap<String, Metadata> peers = new TreeMap<>();
  private final Set<MockRequest> requests = new LinkedHashSet<>();
  private final List<Notification> inbox = new ArrayList<>();
  private boolean closed;

  MockNixlAgent(InProcessFabric fabric, String name, long incarnation) {
    this.fabric = fabric;
    this.self = new Peer(name, incarnation);
  }

  @Override
  public String name() {
    return self.name();
  }

  @Override
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    synchronized (fabric) {
      requireOpen();
      return fabric.allocate(kind, sizeBytes);
    }
  }

  @Override
  public void register(List<MemoryRegion> regions) {
    synchronized (fabric) {
      requireOpen();
      for (MemoryRegion region : regions) {
        if (fabric.memoryAt(region.whole()).isEmpty()) {
          throw new TransferException(Category.INVALID_PARAMETER, "no memory at " + region);
        }
      }
      registered.addAll(regions);
    }
  }

  @Override
  public void deregister(List<MemoryRegion> regions) {
    synchronized (fabric) {
      requireOpen();
      for (MemoryRegion region : regions) {
        if (requests.stream().anyMatch(request -> request.isUsing(region))) {
          throw new TransferException(Category.IN_USE, "a transfer is using " + region);
        }
      }
      registered.removeAll(regions);
    }
  }

  @Override
  public List<MemoryRegion> registeredRegions() {
    synchronized (fabric) {
      requireOpen();
      return registered.toList();
    }
  }

  @Override
  public AgentMetadata metadata() {
    synchronized (fabric) {
      requireOpen();
      return new Metadata(self, registered.toList()).write();
    }
  }

  @Override
  public String load(AgentMetadata bytes) {
    Metadata metadata = Metadata.read(bytes);
    String name = metadata.agent().name();
    synchronized (fabric) {
      requireOpen();
      Metadata known = peers.get(name);
      if (name.equals(name()) || (known != null && !known.agent().equals(metadata.agent()))) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "another agent is known as " + name + " here");
      }
      peers.put(name, known == null ? metadata : known.plus(metadata));
    }
    return name;
  }

  @Override
  public void forget(String peer) {
    synchronized (fabric) {
      requireOpen();
      if (peers.remove(peer) == null) {
        throw notLoaded(peer);
      }
    }
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    synchronized (fabric) {
      requireOpen();
      return MockDescriptors.checked(this, Optional.empty(), descriptors, registered.toList());
    }
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    synchronized (fabric) {
      requireOpen();
      Metadata metadata = known(peer);
      return MockDescriptors.checked(
          this, Optional.of(metadata.agent()), descriptors, metadata.regions());
    }
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    MockDescriptors ownSide = own(local, false);
    MockDescriptors farSide = own(remote, true);
    List<MockRequest.Piece> pieces =
        MockRequest.pair(ownSide, localIndices, farSide, remoteIndices);
    synchronized (fabric) {
      requireOpen();
      MockRequest request =
          new MockRequest(fabric, this, operation, farSide.peer().orElseThrow(), pieces);
      requests.add(request);
      return request;
    }
  }

  private MockDescriptors own(PreparedDescriptors side, boolean isRemote) {
    if (side instanceof MockDescriptors prepared
        && prepared.belongsTo(this)
        && prepared.peer().isPresent() == isRemote) {
      prepared.requireOpen();
      return prepared;
    }
    throw new IllegalArgumentException(
        "not prepared here as the " + (isRemote ? "remote" : "local") + " side: " + side);
  }

  @Override
  public int openRequests() {
    synchronized (fabric) {
      requireOpen();
      return requests.size();
    }
  }

  @Override
  public void notifyPeer(String peer, byte[] payload) {
    synchronized (fabric) {
      requireOpen();
      Peer receiver = known(peer).agent();
      fabric
          .find(receiver)
          .orElseThrow(() -> new TransferException(Category.DISCONNECTED, peer + " is gone"))
          .receive(new Notification(name(), payload));
    }
  }

  @Override
  public List<Notification> takeNotifications() {
    synchronized (fabric) {
      requireOpen();
      List<Notification> taken = List.copyOf(inbox);
      inbox.clear();
      return taken;
    }
  }

  @Override
  public void close() {
    synchronized (fabric) {
      if (closed) {
        return;
      }
      if (requests.stream().anyMatch(MockRequest::isPending)) {
        throw new TransferException(Category.IN_USE, "a transfer of " + name() + " is pending");
      }
      List.copyOf(requests).forEach(MockRequest::close);
      fabric.remove(this);
      closed = true;
    }
  }

  /* The rest is for the fabric and the requests, which hold the lock. */

  Peer self() {
    return self;
  }

  RegisteredRegions registered() {
    return registered;
  }

  boolean isLoaded(Peer peer) {
    Metadata metadata = peers.get(peer.name());
    return peer.equals(self) || (metadata != null && metadata.agent().equals(peer));
  }

  void receive(Notification notification) {
    inbox.add(notification);
  }

  void drop(MockRequest request) {
    requests.remove(request);
  }

  String describe() {
    return "agent "
        + name()
        + ": "
        + registered.toList().size()
        + " regions, "
        + requests.size()
        + " requests, "
        + inbox.size()
        + " notifications";
  }

  /** One's own name stands for one's own memory as it is now. */
  private Metadata known(String peer) {
    if (peer.equals(name())) {
      return new Metadata(self, registered.toList());
    }
    Metadata metadata = peers.get(peer);
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
