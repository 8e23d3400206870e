package kvproof.events.ingest.listener;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import kvproof.events.ingest.Ingest;
import kvproof.events.routerevent.PartitionName;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.model.IndexStep;
import kvproof.model.WorkerWithDpRank;

/**
 * Who is listened to, in which partition.
 *
 * <p>For any thread. The removal of a rank may have to wait for its index; it keeps nobody else
 * from being registered or listed. What is not possible is refused with an {@link
 * IllegalArgumentException}, or an {@link IllegalStateException} where a state is in the way, that
 * names the value.
 */
public final class ListenerRegistry implements AutoCloseable {

  private final IndexDirectory indexes;
  private final EventTransport transport;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final RouterEventBridge bridge;
  private final SilentSources silence;
  private final SortedMap<PartitionName, ListenedPartition> partitions = new TreeMap<>();
  private final NavigableMap<WorkerWithDpRank, Registration> registrations = new TreeMap<>();
  private final Set<PartitionName> retained = new HashSet<>(); // looked up, never walked
  private boolean isClosed;

  /** One whose silent sources are only counted, not logged. */
  public ListenerRegistry(
      IndexDirectory indexes, EventTransport transport, RouterEventBridge bridge) {
    this(indexes, transport, bridge, new SilentSources(_ -> {}));
  }

  /**
   * @param silence is told who is registered and who has spoken; its time is the caller's
   */
  public ListenerRegistry(
      IndexDirectory indexes,
      EventTransport transport,
      RouterEventBridge bridge,
      SilentSources silence) {
    this.indexes = indexes;
    this.transport = transport;
    this.bridge = bridge;
    this.silence = silence;
  }

  /** Batches may reach the indexes from now on; until then listeners are connected and wait. */
  public void ready() {
    ready.complete(null);
  }

  /** The index of the partition stays when its last worker has gone. */
  public synchronized void retain(PartitionName partition) {
    retained.add(partition);
  }

  /** The way to the index of a partition, which is made if there is none. */
  public Consumer<IndexStep> partition(PartitionName name, int blockSize) {
    Ingest ingest = opened(name, blockSize).ingest();
    return ingest::pass;
  }

  private synchronized ListenedPartition opened(PartitionName name, int blockSize) {
    ListenedPartition partition =
        partitions.computeIfAbsent(
            name, _ -> new ListenedPartition(name, blockSize, indexes.open(name, blockSize)));
    partition.requireBlockSize(blockSize);
    return partition;
  }

  /**
   * Begins to listen to a rank. Refused if it is registered, if its worker is registered in another
   * partition, or if the partition has another block size.
   */
  public void register(ListenerSpec spec) {
    Registration registration = reserve(spec);
    try {
      registration.listener.open();
    } catch (RuntimeException | Error failure) {
      release(registration);
      throw failure;
    }
    if (!list(registration)) {
      registration.listener.disconnect();
    }
  }

  private synchronized Registration reserve(ListenerSpec spec) {
    requireOpen();
    if (registrations.containsKey(spec.rank())) {
      throw new IllegalArgumentException(spec.rank() + " is registered already");
    }
    for (Registration other : ofWorker(spec.rank().workerId(), _ -> true)) {
      if (!other.partition.name().equals(spec.partition())) {
        throw new IllegalArgumentException(
            "worker "
                + Long.toUnsignedString(spec.rank().workerId())
                + " is registered in "
                + other.partition.name()
                + ", not in "
                + spec.partition());
      }
    }
    ListenedPartition partition = opened(spec.partition(), spec.blockSize());
    partition.enter();
    var registration =
        new Registration(
            partition,
            new StreamListener(
                spec,
                partition.ingest(),
                transport,
                ready,
                bridge,
                () -> silence.heard(spec.rank())));
    registrations.put(spec.rank(), registration);
    silence.registered(spec); // before it can be heard
    return registration;
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("the registry is closed");
    }
  }

  private synchronized boolean list(Registration registration) {
    registration.isListed = !isClosed;
    return registration.isListed;
  }

  /** An index that nobody uses is dropped; who is being registered uses it already. */
  private synchronized void release(Registration registration) {
    registrations.remove(registration.rank());
    silence.deregistered(registration.rank());
    PartitionName name = registration.partition.name();
    if (registration.partition.leave() && !retained.contains(name)) {
      partitions.remove(name);
      indexes.drop(name);
    }
  }

  private List<Registration> ofWorker(long workerId, Predicate<Registration> wanted) {
    return registrations.tailMap(new WorkerWithDpRank(workerId, 0), true).values().stream()
        .takeWhile(registration -> registration.rank().workerId() == workerId)
        .filter(wanted)
        .toList();
  }

  /** The rank leaves the index, and its worker does if it was the last. */
  public void deregister(WorkerWithDpRank rank) {
    Registration leaving;
    synchronized (this) {
      leaving = listed(rank);
      leaving.isListed = false;
    }
    remove(leaving);
  }

  /** All registered ranks of the worker leave the index; none of them is listed any more. */
  public void deregisterWorker(long workerId) {
    List<Registration> leaving;
    synchronized (this) {
      leaving = ofWorker(workerId, registration -> registration.isListed);
      if (leaving.isEmpty()) {
        throw new IllegalArgumentException(
            "worker " + Long.toUnsignedString(workerId) + " is not registered");
      }
      leaving.forEach(registration -> registration.isListed = false);
    }
    leaving.forEach(this::remove);
  }

  private Registration listed(WorkerWithDpRank rank) {
    Registration registration = registrations.get(rank);
    if (registration == null || !registration.isListed) {
      throw new IllegalArgumentException(rank + " is not registered");
    }
    return registration;
  }

  /** Without the lock: connections are waited for, and so is the index. */
  private void remove(Registration leaving) {
    synchronized (leaving) {
      leaving.listener.disconnect();
      leaving.partition.ingest().close(leaving.rank());
    }
    release(leaving);
  }

  /** The connection ends; where the stream stands is kept. From pending or active. */
  public void pause(WorkerWithDpRank rank) {
    change(rank, StreamListener::pause);
    silence.paused(rank);
  }

  /** Listens again, from where the stream stands. From paused or failed. */
  public void resume(WorkerWithDpRank rank) {
    change(rank, StreamListener::resume);
    silence.resumed(rank);
  }

  private void change(WorkerWithDpRank rank, Consumer<StreamListener> change) {
    Registration registration;
    synchronized (this) {
      requireOpen();
      registration = listed(rank);
    }
    synchronized (registration) {
      requireListed(registration); // whoever removes it unlists it first, and then waits here
      change.accept(registration.listener);
    }
  }

  private synchronized void requireListed(Registration registration) {
    if (!registration.isListed) {
      throw new IllegalArgumentException(registration.rank() + " is not registered");
    }
  }

  /** The registered workers in order; one that is being removed is not among them. */
  public synchronized List<WorkerListing> workers() {
    SortedMap<WorkerWithDpRank, List<Registration>> byWorker = new TreeMap<>();
    for (Registration registration : registrations.values()) {
      if (registration.isListed) {
        byWorker
            .computeIfAbsent(
                new WorkerWithDpRank(registration.rank().workerId(), 0), _ -> new ArrayList<>())
            .add(registration);
      }
    }
    return byWorker.values().stream().map(ListenerRegistry::listing).toList();
  }

  private static WorkerListing listing(List<Registration> ofWorker) {
    Registration first = ofWorker.getFirst();
    List<ListenerStatus> listeners =
        ofWorker.stream().flatMap(each -> each.listener.status().stream()).toList();
    return new WorkerListing(
        first.rank().workerId(),
        first.partition.name(),
        ListenerState.ofWorker(ofWorker.stream().map(each -> each.listener.state()).toList()),
        listeners);
  }

  /** Empty if the rank is not registered. */
  public Optional<ListenerStatus> status(WorkerWithDpRank rank) {
    Registration registration;
    synchronized (this) {
      registration = registrations.get(rank);
      if (registration == null || !registration.isListed) {
        return Optional.empty();
      }
    }
    return registration.listener.status();
  }

  /** Registered sources of which nothing was heard; time passes in it as its owner says. */
  public SilentSources silence() {
    return silence;
  }

  /** What was counted in front of the index of a partition; empty if there is none. */
  public synchronized Optional<SortedMap<String, Long>> counts(PartitionName name) {
    return Optional.ofNullable(partitions.get(name))
        .map(partition -> partition.ingest().counts().byLabel());
  }

  /** All listeners end; the indexes keep what they hold. */
  @Override
  public void close() {
    List<Registration> last;
    synchronized (this) {
      isClosed = true;
      last = List.copyOf(registrations.values());
      last.forEach(registration -> registration.isListed = false);
    }
    for (Registration registration : last) {
      synchronized (registration) {
        registration.listener.disconnect();
      }
    }
  }
}
