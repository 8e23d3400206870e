package kvproof.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
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
 *                         peer that was told something
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
  private static final int MOST_NOTIFICATION_BYTES = 1 << 20;

  private final Object lock = new Object();
  private final NixlFabric fabric;
  private final String name;
  private final NixlAgent library;
  private final Registrations registrations;
  private final LoadedPeer self;
  private final LoadedPeers peers;
  private final Set<NixlDescriptors> prepared = new LinkedHashSet<>();
  private final Set<NixlRequest> requests = new LinkedHashSet<>();
  private final Set<RegisteredRegion> keptInUse = new LinkedHashSet<>();
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
    this.peers = new LoadedPeers(fabric, library, name);
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
      for (MemoryRegion region : regions) {
        if (requests.stream().anyMatch(request -> request.isUsing(region))
            || keptInUse.stream().anyMatch(kept -> kept.region().equals(region))) {
          throw new TransferException(Category.IN_USE, "a transfer is using " + region);
        }
      }
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
      requireOneKind(descriptors);
      return prepare("", Optional.empty(), descriptors, ownRegions(descriptors));
    }
  }

  @Override
  public PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors) {
    synchronized (lock) {
      requireOpen();
      requireOneKind(descriptors);
      LoadedPeer loaded = loaded(peer);
      List<RegisteredRegion> own = loaded.equals(self) ? ownRegions(descriptors) : List.of();
      return prepare(peer, Optional.of(loaded), descriptors, own);
    }
  }

  private static void requireOneKind(List<Descriptor> descriptors) {
    if (descriptors.isEmpty()) {
      throw new IllegalArgumentException("no descriptors");
    }
    Descriptor first = descriptors.getFirst();
    for (Descriptor part : descriptors) {
      if (part.kind() != first.kind()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "two kinds of memory: " + first + ", " + part);
      }
    }
  }

  private List<RegisteredRegion> ownRegions(List<Descriptor> descriptors) {
    return descriptors.stream().map(this::ownRegion).toList();
  }

  private RegisteredRegion ownRegion(Descriptor part) {
    return registrations
        .holding(part)
        .orElseThrow(
            () -> new TransferException(Category.NOT_FOUND, part + " is in no registered region"));
  }

  private NixlDescriptors prepare(
      String side,
      Optional<LoadedPeer> peer,
      List<Descriptor> descriptors,
      List<RegisteredRegion> own) {
    var made =
        new NixlDescriptors(this, peer, descriptors, own, library.prepare(side, descriptors));
    prepared.add(made);
    return made;
  }

  /** Called once for each that {@link #prepare} made. */
  void release(NixlDescriptors descriptors, java.lang.foreign.MemorySegment handle) {
    synchronized (lock) {
      if (prepared.remove(descriptors)) {
        library.release(handle);
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
    NixlDescriptors ownSide = own(local, false);
    NixlDescriptors farSide = own(remote, true);
    synchronized (lock) {
      requireOpen();
      checkPairs(ownSide, localIndices, farSide, remoteIndices);
      LoadedPeer peer = farSide.peer().orElseThrow();
      List<RegisteredRegion> used = regionsUsed(ownSide, localIndices, farSide, remoteIndices);
      requireUsable(peer, used);
      var request =
          new NixlRequest(
              this,
              peer,
              used,
              library.request(
                  operation, ownSide.handle(), localIndices, farSide.handle(), remoteIndices));
      requests.add(request);
      return request;
    }
  }

  private NixlDescriptors own(PreparedDescriptors side, boolean isRemote) {
    if (side instanceof NixlDescriptors descriptors
        && descriptors.belongsTo(this)
        && descriptors.peer().isPresent() == isRemote) {
      return descriptors;
    }
    throw new IllegalArgumentException(
        "not prepared here as the " + (isRemote ? "remote" : "local") + " side: " + side);
  }

  private static void checkPairs(
      NixlDescriptors local, int[] localIndices, NixlDescriptors remote, int[] remoteIndices) {
    if (localIndices.length != remoteIndices.length || localIndices.length == 0) {
      throw new TransferException(
          Category.INVALID_PARAMETER,
          "no pairs of " + localIndices.length + " local and " + remoteIndices.length + " remote");
    }
    for (int pair = 0; pair < localIndices.length; pair++) {
      Descriptor near = local.at(localIndices[pair]);
      Descriptor far = remote.at(remoteIndices[pair]);
      if (near.sizeBytes() != far.sizeBytes()) {
        throw new TransferException(
            Category.INVALID_PARAMETER, "pair " + pair + " has two sizes: " + near + ", " + far);
      }
    }
  }

  /** Each once. */
  private static List<RegisteredRegion> regionsUsed(
      NixlDescriptors local, int[] localIndices, NixlDescriptors remote, int[] remoteIndices) {
    Function<NixlDescriptors, Function<Integer, RegisteredRegion>> at =
        side -> index -> side.ownRegions().get(index);
    Stream<RegisteredRegion> near =
        java.util.Arrays.stream(localIndices).boxed().map(at.apply(local));
    Stream<RegisteredRegion> far =
        remote.ownRegions().isEmpty()
            ? Stream.empty()
            : java.util.Arrays.stream(remoteIndices).boxed().map(at.apply(remote));
    return Stream.concat(near, far).distinct().toList();
  }

  /** The library keeps pointers into what was prepared, and does not notice that it is gone. */
  private static void requireUsable(LoadedPeer peer, List<RegisteredRegion> used) {
    if (peer.isForgotten()) {
      throw new TransferException(Category.NOT_FOUND, peer.name() + " was forgotten");
    }
    for (RegisteredRegion region : used) {
      if (region.isClosed()) {
        throw new TransferException(Category.NOT_FOUND, region.region() + " was deregistered");
      }
    }
  }

  @Override
  public int openRequests() {
    synchronized (lock) {
      requireOpen();
      return requests.size();
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
    checkNotification(payload);
    synchronized (lock) {
      requireOpen();
      LoadedPeer loaded = loaded(peer);
      if (loaded.isGone()) {
        throw new TransferException(Category.DISCONNECTED, peer + " is closed");
      }
      int sent = library.notify(peer, payload);
      loaded.told();
      if (sent < 0) {
        throw new NixlException(Category.DISCONNECTED, "gen_notif", sent, "notifying " + peer);
      }
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
      if (!closed && requests.stream().anyMatch(NixlRequest::isPending)) {
        throw new TransferException(Category.IN_USE, "a transfer of " + name + " is pending");
      }
      closeNow();
    }
  }

  /**
   * As {@link #close}, but pending requests are given up: the whole fabric is closing.
   *
   * <p>What fails keeps nothing else open. Memory is let go once the library's agent has stopped,
   * since what was given up may write until then.
   */
  void closeNow() {
    var steps = new AllSteps();
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      steps.takeEach(requests, NixlRequest::release);
      steps.takeEach(prepared, NixlDescriptors::close);
      steps.take(() -> new LastWords(library).leave(peers.loaded()));
      List<RegisteredRegion> deregistered = registrations.deregisterAll(steps);
      steps.takeEach(peers.namesInLibrary(), library::invalidate);
      steps.take(
          () -> {
            library.close();
            steps.takeEach(deregistered, RegisteredRegion::letGo);
          });
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

  void keepInUse(List<RegisteredRegion> regions) {
    keptInUse.addAll(regions);
  }

  void drop(NixlRequest request) {
    requests.remove(request);
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

  /** Refused if the peer is not loaded. One's own name is always known. */
  private LoadedPeer loaded(String peer) {
    return peer.equals(name) ? self : peers.get(peer);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("agent " + name + " is closed");
    }
  }

  /** For a person: what there is. */
  @Override
  public String toString() {
    return "agent "
        + name
        + ": "
        + registrations.toList().size()
        + " regions, "
        + requests.size()
        + " requests, "
        + prepared.size()
        + " prepared lists";
  }
}
