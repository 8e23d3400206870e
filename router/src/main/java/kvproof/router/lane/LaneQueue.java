package kvproof.router.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What one lane has to do, in order, without bound: any thread offers, the lane takes. */
final class LaneQueue<E> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<E> waiting = new ArrayDeque<>();
  private boolean closed;

  /** Puts a task behind those that wait; false once closed. */
  boolean offer(E task) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      waiting.addLast(task);
      changed.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The first task, waiting for it; null once the queue is closed and empty. */
  @Nullable E take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      return waiting.pollFirst();
    } finally {
      lock.unlock();
    }
  }

  /** The first task, if one waits that is wanted; or null, at once. */
  @Nullable E takeIf(Predicate<? super E> wanted) {
    lock.lock();
    try {
      E first = waiting.peekFirst();
      return first != null && wanted.test(first) ? waiting.pollFirst() : null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing in any more; what waits can still be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing in any more, and forgets what waits. */
  void abandon() {
    lock.lock();
    try {
      closed = true;
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }
}
