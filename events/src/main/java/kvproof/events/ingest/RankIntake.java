package kvproof.events.ingest;

import static kvproof.events.ingest.IngestCount.COPIES_HELD_BACK;
import static kvproof.events.ingest.IngestCount.MALFORMED;

import java.util.List;
import java.util.function.Consumer;
import kvproof.events.MalformedStores;
import kvproof.events.ingest.CopyCounts.Removal;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;

/**
 * The way to the index for all that is about one rank, as long as the rank's stream is open.
 *
 * <p>Events may come from several streams, each on its own thread; here they pass one at a time,
 * and none after the step that closes the intake.
 */
final class RankIntake {
  private final WorkerWithDpRank rank;
  private final Consumer<? super IndexStep> sink;
  private final CopyCounts copies = new CopyCounts();
  private boolean isGapped;
  private boolean isClosed;

  RankIntake(WorkerWithDpRank rank, Consumer<? super IndexStep> sink) {
    this.rank = rank;
    this.sink = sink;
  }

  /** Passes on what the index has to know of the event; false if the intake is closed. */
  synchronized boolean take(KvCacheEvent event, boolean countsCopies, StreamCounts counts) {
    if (isClosed) {
      return false;
    }
    switch (event) {
      case Stored stored -> stored(stored, countsCopies, counts);
      case Removed removed -> removed(removed, countsCopies, counts);
      case Cleared _ -> pass(event);
      case RankRemoved _, WorkerRemoved _ ->
          throw new IllegalArgumentException("no engine publishes " + event);
    }
    return true;
  }

  private void stored(Stored event, boolean countsCopies, StreamCounts counts) {
    if (MalformedStores.isMalformed(event)) {
      counts.add(MALFORMED);
      return;
    }
    if (countsCopies) {
      copies.stored(event);
    }
    sink.accept(event);
  }

  private void removed(Removed event, boolean countsCopies, StreamCounts counts) {
    if (!countsCopies) {
      sink.accept(event);
      return;
    }
    Removal removal = copies.removed(event);
    counts.add(COPIES_HELD_BACK, removal.heldBack());
    removal.passedOn().ifPresent(sink);
  }

  /** Passes a step on after which the rank holds nothing. */
  synchronized void pass(IndexStep step) {
    forget();
    sink.accept(step);
  }

  /** What was known of the rank is void. */
  synchronized void forget() {
    forgetCopies();
    isGapped = false;
  }

  /** Each block has one copy from here on, as far as anybody knows. */
  synchronized void forgetCopies() {
    copies.forget();
  }

  /** Puts what a dump says in place of all that was known of the rank; nothing comes between. */
  synchronized void dump(List<? extends KvCacheEvent> events) {
    if (isClosed) {
      return;
    }
    boolean wasGapped = isGapped;
    pass(Cleared.of(rank));
    events.forEach(sink);
    if (wasGapped) {
      sink.accept(new StreamState(rank, false));
    }
  }

  /** Something of the rank's stream is missing for good. */
  synchronized void gap() {
    if (!isClosed) {
      isGapped = true;
      sink.accept(new StreamState(rank, true));
    }
  }

  /** Passes the last step on. */
  synchronized void close(IndexStep removal) {
    isClosed = true;
    pass(removal);
  }

  synchronized boolean isGapped() {
    return isGapped;
  }
}
