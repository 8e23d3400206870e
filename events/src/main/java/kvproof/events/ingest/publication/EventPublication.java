package kvproof.events.ingest.publication;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;

/**
 * One publisher's events, and its answers to those who missed some.
 *
 * <p>Publishes on one thread at a time; questions come from any thread.
 */
public final class EventPublication<E> {
  private final LocalIndex<E> index;
  private final Function<? super E, ClearScope> scope;
  private final SnapshotCache<E> cache;

  /**
   * @param keptEvents how many of the newest events are kept
   * @param builder runs the building of dumps, one at a time
   */
  public EventPublication(
      LocalIndex<E> index,
      Function<? super E, ClearScope> scope,
      int keptEvents,
      Executor builder) {
    this.index = index;
    this.scope = scope;
    var buffer = new EventBuffer<E>(keptEvents, event -> scope.apply(event) == ClearScope.ALL);
    this.cache = new SnapshotCache<>(buffer, index::dump, builder);
  }

  /**
   * The index takes the event, and then it can be asked for; false, and it cannot, if the index did
   * not. Ids are consecutive; one that is not makes dumps of before useless.
   */
  public boolean publish(long id, E event) {
    ClearScope cleared = scope.apply(event);
    boolean isTaken =
        cleared == ClearScope.NONE ? index.enqueue(event) : index.applyEverywhere(event);
    if (isTaken) {
      cache.record(id, event, cleared);
    }
    return isTaken;
  }

  /** What the newest events answer; empty if only a dump does. */
  public Optional<RecoveryAnswer<E>> buffered(RangeRequest request) {
    return cache.buffered(request);
  }

  /** To cancel the answer leaves the building of a dump alone: others may wait for it. */
  public CompletableFuture<RecoveryAnswer<E>> query(RangeRequest request) {
    return cache.answer(request).thenApply(request::inItsFormat);
  }
}
