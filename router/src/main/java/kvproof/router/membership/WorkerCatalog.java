package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import kvproof.model.PartitionKey;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.membership.EventListeners.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The workers that hosts registered, and what is published of them: selection 7.1.
 *
 * <p>One thread changes it; updates are committed in the order of the calls, each before the next
 * begins, and a call from inside a callback is refused. {@link #published} may be called by any
 * thread. A change that fails throws what its listeners threw and leaves the worker as it was, or
 * unschedulable if it had left its old partition already.
 */
public final class WorkerCatalog {
  private final Function<PartitionKey, PartitionRules> rules;
  private final EventListeners listeners;
  private final Consumer<PublishedPartition> publisher;
  private final SortedMap<Long, Entry> entries = new TreeMap<>(Long::compareUnsigned);
  private final ConcurrentSkipListMap<PartitionKey, PublishedPartition> published =
      new ConcurrentSkipListMap<>();
  private @Nullable Batch batch;
  private boolean isChanging;
  private boolean isShutDown;

  private record Entry(WorkerStatus status, ListenerSet listeners) {
    WorkerRegistration registration() {
      return status.registration();
    }

    Entry in(WorkerState state) {
      return new Entry(new WorkerStatus(registration(), state, List.of()), listeners);
    }
  }

  /** What several updates put off until all of them are committed. */
  private record Batch(SortedSet<PartitionKey> partitions, List<Runnable> cleanups) {}

  /**
   * An empty catalog.
   *
   * @param rules of each partition; must not change while the partition has workers
   * @param listeners opened for workers that can be scheduled, where the rules say KV events
   * @param publisher told of every new value of a partition; must not throw
   */
  public WorkerCatalog(
      Function<PartitionKey, PartitionRules> rules,
      EventListeners listeners,
      Consumer<PublishedPartition> publisher) {
    this.rules = rules;
    this.listeners = listeners;
    this.publisher = publisher;
  }

  /** What is published of a partition; an empty one that is not ready if nothing ever was. */
  public PublishedPartition published(PartitionKey key) {
    PublishedPartition current = published.get(key);
    return current == null ? PublishedPartition.empty(key) : current;
  }

  /** Every worker, by id, unsigned. */
  public SortedMap<Long, WorkerStatus> workers() {
    SortedMap<Long, WorkerStatus> workers = new TreeMap<>(Long::compareUnsigned);
    entries.forEach((workerId, entry) -> workers.put(workerId, entry.status()));
    return unmodifiableSortedMap(workers);
  }

  public Optional<WorkerStatus> worker(long workerId) {
    return Optional.ofNullable(entries.get(workerId)).map(Entry::status);
  }

  /**
   * Registers a worker, or replaces what it registered; doing it twice changes nothing.
   *
   * <p>A worker that moves to another partition leaves the old one completely first. Throws {@link
   * IllegalArgumentException} that names both ranges if its dp ranks overlap those of another
   * instance of its data-parallel group in that partition; then nothing has changed.
   */
  public WorkerStatus upsert(WorkerRegistration worker) {
    requireRunning();
    PartitionRules partitionRules = rules.apply(worker.partition());
    DataParallelGroups.requireFree(
        worker, entries.values().stream().map(Entry::registration).toList());
    return change(
        () -> {
          Entry before = entries.get(worker.workerId());
          if (before != null && !before.registration().partition().equals(worker.partition())) {
            retire(before);
          }
          return commit(worker, partitionRules);
        });
  }

  /**
   * Changes what {@code edit} sets and nothing else.
   *
   * <p>Throws {@link IllegalArgumentException} if there is no such worker.
   */
  public WorkerStatus patch(long workerId, Consumer<WorkerDraft> edit) {
    requireRunning();
    Entry before = entries.get(workerId);
    if (before == null) {
      throw new IllegalArgumentException(
          "there is no worker " + Long.toUnsignedString(workerId) + " to patch; upsert it");
    }
    WorkerDraft draft = WorkerDraft.from(before.registration());
    edit.accept(draft);
    return upsert(draft.registration());
  }

  /** Takes a worker out, also after the shutdown; false if there is none. */
  public boolean delete(long workerId) {
    return change(
        () -> {
          Entry before = entries.get(workerId);
          if (before == null) {
            return false;
          }
          drain(before);
          publishThenClean(
              before.registration().partition(),
              () -> {
                before.listeners().closeUnlessIn(ListenerSet.none());
                entries.remove(workerId);
              });
          return true;
        });
  }

  /** Refuses every further update but deletions; the workers stay. */
  public void shutDown() {
    isShutDown = true;
  }

  /** Whether this registration stands and nothing of it was lost, so that no update is needed. */
  boolean isCurrent(WorkerRegistration worker) {
    Entry entry = entries.get(worker.workerId());
    return entry != null
        && entry.registration().equals(worker)
        && entry.status().state() != WorkerState.UNSCHEDULABLE
        && entry.listeners().isOpen();
  }

  /**
   * Makes the updates in {@code updates}, of a worker at most one, publish at its end, each
   * partition once. A worker that moves is still published out of its old partition first.
   */
  void together(Runnable updates) {
    Batch open = new Batch(new TreeSet<>(), new ArrayList<>());
    batch = open;
    try {
      updates.run();
    } finally {
      batch = null;
      change(
          () -> {
            open.partitions().forEach(this::publish);
            open.cleanups().forEach(Runnable::run);
            return open;
          });
    }
  }

  /** Opens what the worker needs, and only then makes it visible. */
  private WorkerStatus commit(WorkerRegistration worker, PartitionRules partitionRules) {
    List<IncompleteReason> reasons = partitionRules.reasonsAgainst(worker);
    Entry before = entries.get(worker.workerId());
    ListenerSet old = before == null ? ListenerSet.none() : before.listeners();
    ListenerSet adapted =
        old.adaptedTo(
            reasons.isEmpty() && partitionRules.usesKvEvents() ? streamsOf(worker) : List.of(),
            listeners);
    WorkerState state = reasons.isEmpty() ? WorkerState.SCHEDULABLE : WorkerState.INCOMPLETE;
    Entry committed = new Entry(new WorkerStatus(worker, state, reasons), adapted);
    entries.put(worker.workerId(), committed);
    publishThenClean(worker.partition(), () -> old.closeUnlessIn(adapted));
    return committed.status();
  }

  private static List<Stream> streamsOf(WorkerRegistration worker) {
    List<Stream> streams = new ArrayList<>();
    for (int dpRank : worker.ranks().ranks()) {
      worker
          .events()
          .of(dpRank, worker.ranks())
          .map(
              endpoint ->
                  new Stream(
                      new WorkerWithDpRank(worker.workerId(), dpRank),
                      endpoint,
                      worker.events().replay()))
          .ifPresent(streams::add);
    }
    return streams;
  }

  /** Out of its partition: drained, published without it, then without listeners. */
  private void retire(Entry entry) {
    drain(entry);
    publish(entry.registration().partition());
    entry.listeners().closeUnlessIn(ListenerSet.none());
    WorkerStatus out = entry.in(WorkerState.UNSCHEDULABLE).status();
    entries.put(entry.registration().workerId(), new Entry(out, ListenerSet.none()));
  }

  /** The next publication of its partition is without it. */
  private void drain(Entry entry) {
    if (entry.status().state() == WorkerState.SCHEDULABLE) {
      entries.put(entry.registration().workerId(), entry.in(WorkerState.DRAINING));
    }
  }

  private void publishThenClean(PartitionKey key, Runnable cleanup) {
    Batch open = batch;
    if (open != null) {
      open.partitions().add(key);
      open.cleanups().add(cleanup);
      return;
    }
    publish(key);
    cleanup.run();
  }

  private void publish(PartitionKey key) {
    PublishedPartition before = published(key);
    PublishedPartition next =
        before.next(
            entries.values().stream()
                .filter(entry -> entry.status().state() == WorkerState.SCHEDULABLE)
                .map(Entry::registration)
                .filter(worker -> worker.partition().equals(key))
                .toList());
    if (next != before) {
      published.put(key, next);
      publisher.accept(next);
    }
  }

  private void requireRunning() {
    if (isShutDown) {
      throw new IllegalStateException("the catalog is shut down; only deletions are possible");
    }
  }

  private <T> T change(Supplier<T> update) {
    if (isChanging) {
      throw new IllegalStateException("the catalog is being changed; update it after the callback");
    }
    isChanging = true;
    try {
      return update.get();
    } finally {
      isChanging = false;
    }
  }
}
