package kvproof.router.index;

import java.util.OptionalLong;
import java.util.function.Predicate;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * One padded counter for each rank, where none is not zero: how many device blocks it holds.
 *
 * <p>Whoever applies the events of a rank sets its counter to the absolute number after each of
 * them, so that a wrong value does not outlive the next event. Any thread reads; ranks of different
 * threads may be set at the same time.
 */
public class ResidentCounts {
  private volatile ResidentCountsView view = ResidentCountsView.EMPTY;

  /** The counters there are now; the same object until a rank appears or goes. */
  public final ResidentCountsView view() {
    return view;
  }

  /** Device blocks of the rank; empty if it has no counter. */
  public final OptionalLong blocks(WorkerWithDpRank rank) {
    return view.blocks(rank);
  }

  /** Sets the counter of the rank, which appears if it has none. */
  public void set(WorkerWithDpRank rank, long blocks) {
    @Nullable PaddedLong counter = view.find(rank);
    if (counter != null) {
      counter.setOpaque(blocks);
    } else {
      appear(rank, blocks);
    }
  }

  /* The counter has its value before the map shows it: a rank with blocks never reads 0. */
  private synchronized void appear(WorkerWithDpRank rank, long blocks) {
    view = view.with(rank, new PaddedLong(blocks));
  }

  /** The rank has no counter any more; harmless if it had none. */
  public synchronized void remove(WorkerWithDpRank rank) {
    if (view.find(rank) != null) {
      view = view.without(rank);
    }
  }

  /** None of these ranks has a counter any more. */
  public synchronized void removeIf(Predicate<WorkerWithDpRank> gone) {
    view = view.keeping(gone.negate());
  }
}
