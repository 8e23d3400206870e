package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import kvproof.router.queue.Submission;
import kvproof.router.selection.BoundedLookUps;
import kvproof.router.selection.Partition;
import kvproof.router.selection.SelectionListener;
import kvproof.soak.field.Overload.Door;
import org.junit.jupiter.api.Test;

/** Faults that FS-64 is there for. */
class OverloadTest {

  /** A queue in front of the partition, with faults of its own. */
  private static class PlainDoor implements Door {
    private record Waiting(Submission submission, SelectionListener listener) {}

    final Partition partition;
    private final int most;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private int running;

    PlainDoor(Partition partition, int most) {
      this.partition = partition;
      this.most = most;
    }

    @Override
    public void submit(Submission submission, SelectionListener listener) {
      if (waiting.size() + running < most) {
        waiting.add(new Waiting(submission, listener));
      } else {
        shed(submission, listener);
      }
    }

    void shed(Submission submission, SelectionListener listener) {
      partition.submit(submission.shed(), listener);
    }

    /** Whether its deadline has passed the partition finds out, after it has looked it up. */
    @Override
    public boolean begin() {
      Waiting next = waiting.poll();
      if (next == null) {
        return false;
      }
      running++;
      partition.submit(next.submission(), next.listener());
      return true;
    }

    @Override
    public void end() {
      running--;
    }

    @Override
    public void advanceTo(long nanos) {
      partition.advanceTo(nanos);
    }
  }

  @Test
  void lookUpsForExpiredRequestsAreFoundOut() {
    assertThat(wrong(partition -> new PlainDoor(partition, BoundedLookUps.MOST_IN_FLIGHT)))
        .contains("look-ups are within 10 % of capacity", "look-ups for requests that expired");
  }

  @Test
  void queueWithoutABoundIsFoundOut() {
    assertThat(
            wrong(
                partition -> {
                  var lookUps = new BoundedLookUps(partition, Integer.MAX_VALUE);
                  return new Door() {
                    @Override
                    public void submit(Submission submission, SelectionListener listener) {
                      lookUps.submit(submission, listener);
                    }

                    @Override
                    public boolean begin() {
                      return lookUps.begin().isPresent();
                    }

                    @Override
                    public void end() {
                      lookUps.end();
                    }

                    @Override
                    public void advanceTo(long nanos) {
                      lookUps.advanceTo(nanos);
                    }
                  };
                }))
        .containsExactly("most in flight", "some are shed");
  }

  @Test
  void requestThatIsLookedUpThoughItWasShedIsFoundOut() {
    assertThat(
            wrong(
                partition ->
                    new PlainDoor(partition, BoundedLookUps.MOST_IN_FLIGHT) {
                      @Override
                      void shed(Submission submission, SelectionListener listener) {
                        partition.submit(submission, listener);
                      }
                    }))
        .contains("shed by what a worker holds");
  }

  private static List<String> wrong(Function<Partition, Door> doors) {
    Questions questions = new Questions("test");
    Overload.ask(questions, doors);
    return questions.checked().stream().filter(Checked::isWrong).map(Checked::question).toList();
  }
}
