package kvproof.router.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import kvproof.model.WorkerWithDpRank;

/**
 * Ranks that may have become free, on their way to the thread that owns the queue (selection 5.1).
 *
 * <p>Any thread offers and none ever waits for room: past {@link #LIMIT} hints that were not taken
 * yet, repeats included, they collapse into one to re-check everything. What is offered while a
 * batch is worked on is in the next one.
 */
public final class CapacityHints {

  /** Hints that are kept apart until they are taken. */
  public static final int LIMIT = 256;

  /**
   * Everything offered since the last batch.
   *
   * @param ranks each once, in order
   * @param isEverything whether every lane wants a re-check, not only those of {@code ranks}
   */
  public record Batch(List<WorkerWithDpRank> ranks, boolean isEverything) {

    public Batch {
      ranks = List.copyOf(ranks);
    }

    public boolean isEmpty() {
      return ranks.isEmpty() && !isEverything;
    }

    /** Lets the lanes that the hints are about be tested again. */
    public void applyTo(PolicyQueue<?> queue) {
      if (isEverything) {
        queue.recheckAll();
      } else {
        ranks.forEach(queue::recheck);
      }
    }
  }

  private final List<WorkerWithDpRank> hints = new ArrayList<>(LIMIT);
  private boolean isEverything;

  /**
   * Says that a rank may have become free.
   *
   * @return whether nothing else waits to be taken, so that the taker wants waking; of no interest
   *     during a turn of the queue, which does not end while a hint waits
   */
  public synchronized boolean offer(WorkerWithDpRank rank) {
    boolean isFirst = isEmpty();
    if (hints.size() < LIMIT) {
      hints.add(rank);
    } else {
      isEverything = true;
    }
    return isFirst;
  }

  /** Takes all that waits; an empty batch if nothing does. */
  public synchronized Batch take() {
    Batch batch = new Batch(List.copyOf(new TreeSet<>(hints)), isEverything);
    hints.clear();
    isEverything = false;
    return batch;
  }

  public synchronized boolean isEmpty() {
    return hints.isEmpty() && !isEverything;
  }
}
