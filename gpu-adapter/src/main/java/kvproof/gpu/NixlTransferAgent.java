package kvproof.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.gpu.memory.ProcessMemory;
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
 * A transfer agent on the real NIXL library, over its UCX backend.
 *
 * <p>Who owns what, and how it ends:
 *
 * <pre>
 * NixlFabric            the process's memory, the names of open agents
 *   TransferMemory      its arena (or device memory); closed by whoever asked for it, at any time
 *                       at which nobody has registered it; outlives the agent
 *   NixlTransferAgent   closes, in this order:
 *     NixlRequest         the library's request: released, then destroyed
 *     NixlDescriptors     the prepared list
 *     LastWords           notifications that were sent have left, or a second has passed for each
 *                         peer that was told something; also before one is forgotten
 *     RegisteredRegion    the registration
 *     LoadedPeer          what was loaded of a peer: invalidated
 *     NixlAgent           notification map, backend, agent
 *     RegisteredRegion    the memory is let go
 * </pre>
 *
 * <p>Closing is refused while a request is pending, and harmless when repeated. What the contract
 * promises and the library does not know is kept here: that memory is registered once, which copies
 * are pending, that a peer of this process has closed. What neither can promise is said where it
 * matters: {@link #deregister}, {@link NixlRequest}.
 */
public final class NixlTransferAgent implements TransferAgent {
  private final Object lock = new Object();
  private final NixlFabric fabric;
  private final String name;
  private final NixlAgent library;
  private final Notices notices;
  private final LastWords lastWords;
  private final Registrations registrations;
  private final LoadedPeer self;
  private final LoadedPeers peers;
  private final Set<NixlDescriptors> prepared = new LinkedHashSet<>();
  private final OpenRequests requests = new OpenRequests();
  private volatile boolean closed;

  /** If the library refuses, nothing stays open. */
  NixlTransferAgent(NixlFabric fabric, String name, AgentSettings settings, ProcessMemory memory) {
    this.fabric = fabric;
    this.name = name;
    this.library = NixlAgent.open(fabric.capi(), name, settings);
    try {
      this.self =
          new LoadedPeer(NixlMetadata.read(currentMetadata()), Optional.empty(), Optional.empty());
    } catch (RuntimeException | Error failure) {
      library.close();
      throw failure;
    }
    this.notices = new Notices(library);
    this.lastWords = new LastWords(library, settings.farewell());
    this.peers = new LoadedPeers(fabric, library, lastWords, name);
    this.registrations = new Registrations(library, name, memory);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    synchronized (lock) {
      requireOpen();
      return fabric.memory().allocate(kind, sizeBytes);
    }
  }

  @Override
  public void register(List<MemoryRegion> regions) {
    synchronized (lock) {
      requireOpen();
      registrations.register(regions);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The library does not keep a peer from writing there: on the same host and over TCP such a
   * write succeeds as long as the memory is not closed.
   */
  @Override
  public void deregister(List<MemoryRegion> regions) {
    synchronized (lock) {
      requireOpen();
      regions.forEach(requests::requireUnused);
      registrations.deregister(regions);
    }
  }

  @Override
  public List<MemoryRegion> registeredRegions() {
    synchronized (lock) {
      requireOpen();
      return registrations.toList();
    }
  }

  @Override
  public AgentMetadata metadata() {
    synchronized (lock) {
      requireOpen();
      return currentMetadata();
    }
  }

  private AgentMetadata currentMetadata() {
    return AgentMetadata.of(library.metadata());
  }

  @Override
  public String load(AgentMetadata bytes) {
    synchronized (lock) {
      requireOpen();
      return peers.load(bytes);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Waits until what was said to it has left, a second at most: the library does not promise it
   * afterwards.
   */
  @Override
  public void forget(String peer) {
    synchronized (lock) {
      requireOpen();
      peers.forget(peer);
    }
  }

  @Override
  public PreparedDescriptors prepareLocal(List<Descriptor> descriptors) {
    synchronized (lock) {
      requireOpen();
      NixlDescriptors.requireOneKind(descriptors);
      return prepare("", Optional.empty(), descriptors, registrations.holding(descriptors));
    }
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    synchronized (lock) {
      requireOpen();
      NixlDescriptors.requireOneKind(descriptors);
      LoadedPeer loaded = loaded(peer);
      List<RegisteredRegion> own =
          loaded.equals(self) ? registrations.holding(descriptors) : List.of();
      return prepare(peer, Optional.of(loaded), descriptors, own);
    }
  }

  private NixlDescriptors prepare(
      String side,
      Optional<LoadedPeer> peer,
      List<Descriptor> descriptors,
      List<RegisteredRegion> own) {
    var made =
        new NixlDescriptors(
            this, peer, descriptors, own, library.lists().prepare(side, descriptors));
    prepared.add(made);
    return made;
  }

  /** Called once for each that {@link #prepare} made. */
  void release(NixlDescriptors descriptors, java.lang.foreign.MemorySegment handle) {
    synchronized (lock) {
      if (prepared.remove(descriptors)) {
        library.lists().release(handle);
      }
    }
  }

  @Override
  public TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices) {
    var pairs = new RequestPairs(this, local, localIndices, remote, remoteIndices);
    synchronized (lock) {
      requireOpen();
      pairs.check();
      var request =
          new NixlRequest(this, pairs.peer(), pairs.regionsUsed(), pairs.make(library, operation));
      requests.add(request);
      return request;
    }
  }

  @Override
  public int openRequests() {
    synchronized (lock) {
      requireOpen();
      return requests.count();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The library takes as much as there is memory for a peer that takes nothing, so that is never
   * refused here.
   */
  @Override
  public void notifyPeer(String peer, byte[] payload) {
    Notices.check(payload);
    synchronized (lock) {
      requireOpen();
      notices.send(loaded(peer), payload);
    }
  }

  /** By sender; those of one sender in the order of their arrival. */
  @Override
  public List<Notification> takeNotifications() {
    synchronized (lock) {
      requireOpen();
      return library.takeNotifications();
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (!closed && requests.hasPending()) {
        throw new TransferException(Category.IN_USE, "a transfer of " + name + " is pending");
      }
      closeNow();
    }
  }

  /**
   * As {@link #close}, but pending requests are given up: the whole fabric is closing.
   *
   * <p>What fails keeps nothing else open. Memory is let go once the library's agent has stopped,
   * since what was given up may write until then; if it does not stop, memory stays held.
   */
  void closeNow() {
    var steps = new AllSteps();
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      requests.releaseAll(steps);
      steps.takeEach(prepared, NixlDescriptors::close);
      steps.take(() -> lastWords.leave(peers.inLibrary()));
      List<RegisteredRegion> deregistered = registrations.deregisterAll(steps);
      steps.takeEach(peers.inLibrary(), peer -> library.invalidate(peer.name()));
      steps.take(library::close);
      if (library.hasStopped()) {
        steps.takeEach(deregistered, RegisteredRegion::letGo);
      }
    }
    steps.take(() -> fabric.closed(this));
    steps.end();
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether the metadata is of this agent in this life. */
  boolean isDescribedBy(NixlMetadata metadata) {
    return self.isSameLifeAs(metadata);
  }

  /** Guards all that belongs to this agent; the library's agents do not lock. */
  Object lock() {
    return lock;
  }

  NixlAgent library() {
    return library;
  }

  LoadedPeers peers() {
    return peers;
  }

  OpenRequests requests() {
    return requests;
  }

  /** Refused if the peer is not loaded. One's own name is always known. */
  private LoadedPeer loaded(String peer) {
    return peer.equals(name) ? self : peers.get(peer);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("agent " + name + " is closed");
    }
  }

  /** For a person: what there is. Waits for whoever is using the agent. */
  @Override
  public String toString() {
    synchronized (lock) {
      return "agent "
          + name
          + ": "
          + registrations.toList().size()
          + " regions, "
          + requests.count()
          + " requests, "
          + prepared.size()
          + " prepared lists";
    }
  }
}
