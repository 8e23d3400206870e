package kvproof.model.transfer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.transfer.TransferException.Category;

/**
 * Several copies of one agent that are posted, polled and freed together, each with a status of its
 * own.
 *
 * <p>A task that fails ends itself alone: the others go on writing, so the batch is in progress,
 * and holds its buffers, until every one of them has ended. It owns its requests, which nobody else
 * posts or closes. For the agent's thread.
 */
public final class TransferBatch implements AutoCloseable {
  private final TransferAgent agent;
  private final List<TransferRequest> tasks;
  private final List<MemoryRegion> buffers;

  /** What each task came to; absent for one that has not ended. */
  private final SortedMap<Integer, TransferStatus> ended = new TreeMap<>();

  private boolean isPosted;
  private boolean isClosed;

  /**
   * A batch that is not posted.
   *
   * @param agent made the requests and registered the buffers
   * @param tasks at least one, each once, none of them pending; their places here are their numbers
   * @param buffers what {@link #free} gives back; other memory of the tasks stays registered
   */
  public TransferBatch(
      TransferAgent agent, List<TransferRequest> tasks, List<MemoryRegion> buffers) {
    if (tasks.isEmpty() || new HashSet<>(tasks).size() < tasks.size()) {
      throw new IllegalArgumentException(
          "a batch needs at least one task, and each once: " + tasks);
    }
    this.agent = agent;
    this.tasks = List.copyOf(tasks);
    this.buffers = List.copyOf(buffers);
  }

  /**
   * Posts every task; one that is refused has failed, and the others are posted all the same.
   *
   * <p>Refused with {@link Category#IN_USE} while the batch is in progress; afterwards it starts
   * over.
   */
  public void post() {
    requireOpen();
    requireAtRest("posted");
    ended.clear();
    isPosted = true;
    for (int task = 0; task < tasks.size(); task++) {
      try {
        tasks.get(task).post();
      } catch (TransferException refused) {
        ended.put(
            task,
            new TransferStatus.Failed(
                refused.category(),
                refused.category() != Category.IN_USE, // what it did before may still write
                "not posted: " + refused.getMessage()));
      }
    }
  }

  /**
   * Lets every task that has not ended make progress; never waits. A final status is answered again
   * and again. Before the first posting: {@link IllegalStateException}.
   */
  public BatchStatus poll() {
    requireOpen();
    if (!isPosted) {
      throw new IllegalStateException("the batch was never posted");
    }
    for (int task = 0; task < tasks.size(); task++) {
      if (!ended.containsKey(task)) {
        TransferStatus status = tasks.get(task).poll();
        if (!(status instanceof TransferStatus.Pending)) {
          ended.put(task, status);
        }
      }
    }
    return status();
  }

  private BatchStatus status() {
    List<Integer> pending = pending();
    List<Integer> completed = new ArrayList<>();
    SortedMap<Integer, TransferStatus> failed = new TreeMap<>();
    ended.forEach(
        (task, how) -> {
          if (how instanceof TransferStatus.Done) {
            completed.add(task);
          } else {
            failed.put(task, how);
          }
        });
    if (!pending.isEmpty()) {
      return new BatchStatus.InProgress(pending, completed, failed);
    }
    return failed.isEmpty()
        ? new BatchStatus.Done(completed)
        : new BatchStatus.Failed(completed, failed);
  }

  /** Tasks that a poll has not found ended, ascending; none before the first posting. */
  private List<Integer> pending() {
    List<Integer> pending = new ArrayList<>();
    for (int task = 0; isPosted && task < tasks.size(); task++) {
      if (!ended.containsKey(task)) {
        pending.add(task);
      }
    }
    return pending;
  }

  /** Wishes every task that has not ended to end early; only polls say how each did. */
  public void cancel() {
    requireOpen();
    pending().forEach(task -> tasks.get(task).cancel());
  }

  /**
   * Closes the batch and deregisters its buffers, those of tasks that failed long ago too.
   *
   * <p>Refused with {@link Category#IN_USE} while it is in progress; nothing is given back then. If
   * the agent does not let a buffer go, the batch is closed and all its buffers stay registered.
   */
  public void free() {
    requireOpen();
    close();
    agent.deregister(buffers);
  }

  /**
   * Releases the requests; the buffers stay registered. Closing twice is harmless. Refused with
   * {@link Category#IN_USE} while it is in progress.
   */
  @Override
  public void close() {
    if (!isClosed) {
      requireAtRest("closed");
      tasks.forEach(TransferRequest::close);
      isClosed = true;
    }
  }

  private void requireAtRest(String call) {
    List<Integer> pending = pending();
    if (!pending.isEmpty()) {
      throw new TransferException(
          Category.IN_USE, "a batch is not " + call + " while tasks " + pending + " are pending");
    }
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("the batch is closed");
    }
  }
}
