package kvproof.router.queue;

import java.util.Optional;
import kvproof.model.SchedulerSettings;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.overlap.OverlapRefresh;
import kvproof.router.overlap.RefreshThreshold;
import org.jspecify.annotations.Nullable;

/**
 * Looks a popped request up again if it waited long enough (selection 3.5): its whole look-up is
 * replaced, or none of it. Its place in the queue, and what it weighed there, stay as they were.
 */
final class Refreshes {
  private final RefreshThreshold threshold;
  private final @Nullable OverlapRefresher refresher;
  private final OverlapIndex index;
  private final VirtualClock clock;

  Refreshes(QueueParts parts) {
    SchedulerSettings settings = parts.settings();
    this.threshold = new RefreshThreshold(settings.refreshAfterNanos());
    this.refresher = parts.index().isLocal() ? parts.refresher().orElse(null) : null;
    this.index = parts.index();
    this.clock = parts.clock();
  }

  boolean isDue(PendingRequest pending) {
    return refresher != null
        && !pending.isByLoadOnly()
        && threshold.isDue(
            clock.nowNanos() - pending.enqueuedNanos(), pending.request().localHashes().size());
  }

  /** For a request that is due. The clock may have gone on when this returns. */
  void refresh(PendingRequest pending) {
    OverlapRefresher asked = refresher;
    if (asked == null) {
      return;
    }
    Optional<RetainedLookup> found =
        OverlapRefresh.lookUp(
            pending.request().localHashes(),
            hashes -> asked.refresh(hashes, pending.keepsCandidates()));
    if (found.isPresent()) {
      @Nullable RetainedLookup old = pending.replaceLookup(found.get());
      if (old != null && old != found.get()) {
        index.release(old);
      }
    }
  }
}
