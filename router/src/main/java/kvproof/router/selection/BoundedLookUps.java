package kvproof.router.selection;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.router.queue.Submission;
import org.jspecify.annotations.Nullable;

/**
 * A bound on the look-ups that a partition has in flight, for a host that cannot look up as fast as
 * requests come.
 *
 * <p>A request takes a place when it comes and keeps it until its look-up has {@linkplain #end
 * ended}. Who finds no place is shed: chosen for at once, by load alone. Whose deadline passes
 * while it waits for its turn is refused without any work of the index. Time is what {@link
 * #advanceTo} says. For one thread at a time.
 */
public final class BoundedLookUps {
  /** How many look-ups are in flight at most unless another number is given. */
  public static final int MOST_IN_FLIGHT = 32;

  private record Waiting(Submission submission, SelectionListener listener) {
    String id() {
      return submission.request().id();
    }

    boolean isDueAt(long nanos) {
      var deadline =
          submission.classification().applyTo(submission.request().wishes()).deadlineNanos();
      return deadline.isPresent() && deadline.getAsLong() <= nanos;
    }
  }

  private final Partition partition;
  private final int most;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private long nowNanos;
  private long lookedUp;
  private long shed;
  private long expired;

  public BoundedLookUps(Partition partition) {
    this(partition, MOST_IN_FLIGHT);
  }

  /**
   * @param most look-ups in flight, at least 1
   */
  public BoundedLookUps(Partition partition, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("at least 1 look-up must be possible, not " + most);
    }
    this.partition = partition;
    this.most = most;
  }

  /** Takes a request; what becomes of it the listener hears, now or later. */
  public void submit(Submission submission, SelectionListener listener) {
    var request = new Waiting(submission, listener);
    if (request.isDueAt(nowNanos)) {
      refuse(request);
    } else if (inFlight() < most) {
      waiting.add(request);
    } else {
      shed++;
      partition.submit(submission.shed(), listener);
    }
  }

  private void refuse(Waiting late) {
    expired++;
    if (late.listener().isWaiting()) {
      late.listener().refused(new Refused(late.id(), new DeadlineExceeded()));
    }
  }

  /**
   * Looks the next request up whose deadline has not passed and that somebody waits for, and hands
   * it to the partition. The host calls {@link #end} when it can look up again.
   *
   * @return the id of the request; empty: nobody waits
   */
  public Optional<String> begin() {
    for (@Nullable Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      if (next.isDueAt(nowNanos)) {
        refuse(next);
      } else if (next.listener().isWaiting()) {
        running++;
        lookedUp++;
        partition.submit(next.submission(), next.listener());
        return Optional.of(next.id());
      }
    }
    return Optional.empty();
  }

  /**
   * A look-up that was begun is over, and its place is free.
   *
   * <p>Throws {@link IllegalStateException} if none was begun.
   */
  public void end() {
    if (running == 0) {
      throw new IllegalStateException("no look-up was begun that could end");
    }
    running--;
  }

  /** Nobody waits for requests of this id any more, here or in the partition. */
  public void cancel(String requestId) {
    waiting.removeIf(request -> request.id().equals(requestId));
    partition.cancel(requestId);
  }

  /** Lets time pass, in the partition too; an earlier time changes nothing. */
  public void advanceTo(long nanos) {
    nowNanos = Math.max(nowNanos, nanos);
    partition.advanceTo(nanos);
  }

  /** Requests that have a place: those that wait for their turn, and those whose turn it is. */
  public int inFlight() {
    return waiting.size() + running;
  }

  /** Requests that were looked up. */
  public long lookedUp() {
    return lookedUp;
  }

  /** Requests that found no place. */
  public long shed() {
    return shed;
  }

  /** Requests whose deadline passed before their turn. */
  public long expired() {
    return expired;
  }
}
