package kvproof.router.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

class LaneQueueModelTest {

  /** Taking from a closed queue never waits. */
  public static class Queue {
    private final LaneQueue<Integer> queue = new LaneQueue<>();

    @Operation
    public boolean offer(@Param(gen = IntGen.class, conf = "1:3") int task) {
      return queue.offer(task);
    }

    @Operation
    public int size() {
      return queue.size();
    }

    @Operation
    public Integer closeAndTake() {
      queue.close();
      return queue.take();
    }

    @Operation
    public Integer takeIfSmall() {
      return queue.takeIf(task -> task < 3);
    }

    @Operation
    public void abandon() {
      queue.abandon();
    }
  }

  /** Whether the queue is closed is looked at before the lock is taken. */
  public static class QueueThatLooksTooEarly {
    private final Deque<Integer> waiting = new ArrayDeque<>();
    private boolean closed;

    @Operation
    public boolean offer(@Param(gen = IntGen.class, conf = "1:3") int task) {
      if (closed) {
        return false;
      }
      synchronized (this) {
        waiting.addLast(task);
        return true;
      }
    }

    @Operation
    public synchronized int abandon() {
      int left = waiting.size();
      closed = true;
      waiting.clear();
      return left;
    }

    @Operation
    public synchronized int size() {
      return waiting.size();
    }
  }

  @Test
  void tasksAreOfferedTakenAndRefusedInSomeOrder() {
    ModelChecked.isLinearizable(Queue.class);
  }

  @Test
  void plantedRaceIsFound() {
    ModelChecked.isFoundToRace(QueueThatLooksTooEarly.class);
  }
}
