package kvproof.router.membership;

import java.util.Optional;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.membership.RankRefusal.DpRankUnavailable;
import kvproof.router.membership.RankRefusal.Unavailable;

/**
 * Hands decided requests to the instances that have the ranks.
 *
 * <p>A decision may be older than the catalog, or come from somebody who counts ranks otherwise.
 * What the catalog does not bear out is never sent: an engine that gets a rank of another instance
 * would run it on a rank of its own. For the thread that changes the catalog.
 */
public final class Dispatcher {
  private final WorkerCatalog catalog;
  private final Sender sender;

  /** What carries a request to an instance. */
  @FunctionalInterface
  public interface Sender {

    /**
     * @param endpoint as the instance registered it
     * @param rank in the numbers of its data-parallel group
     */
    void send(String endpoint, WorkerWithDpRank rank, String requestId);
  }

  public Dispatcher(WorkerCatalog catalog, Sender sender) {
    this.catalog = catalog;
    this.sender = sender;
  }

  /**
   * Sends a request to the instance that was decided on; throws what the sender throws.
   *
   * @return empty if it was handed over; else why it was not, {@link Unavailable} for a worker that
   *     is not registered or cannot be scheduled now
   */
  public Optional<RankRefusal> dispatch(WorkerWithDpRank rank, String requestId) {
    Optional<WorkerRegistration> instance =
        catalog
            .worker(rank.workerId())
            .filter(worker -> worker.state() == WorkerState.SCHEDULABLE)
            .map(WorkerStatus::registration);
    if (instance.isEmpty()) {
      return Optional.of(new Unavailable());
    }
    RankRange ranks = instance.get().ranks();
    if (!ranks.contains(rank.dpRank())) {
      return Optional.of(new DpRankUnavailable(ranks.start(), ranks.end()));
    }
    sender.send(instance.get().endpoint().orElseThrow(), rank, requestId);
    return Optional.empty();
  }
}
