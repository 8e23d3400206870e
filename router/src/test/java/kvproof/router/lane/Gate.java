package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a lane: what is queued behind the gate waits until it opens, or dies with the lane. */
final class Gate {
  /** What a lane dies of if a test wants it to. */
  static final class PlantedError extends Error {
    private static final long serialVersionUID = 1;

    PlantedError() {
      super("planted");
    }
  }

  private static final Duration SOON = Duration.ofSeconds(20);

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);
  private final Lane lane;
  private volatile boolean kills;

  private Gate(Lane lane) {
    this.lane = lane;
  }

  /** Returns once the lane stands before the gate. */
  static Gate hold(LanePool pool, int lane) {
    return hold(pool.lane(lane));
  }

  static Gate hold(Lane lane) {
    Gate gate = new Gate(lane);
    assertThat(gate.lane.tell(gate::pass)).isTrue();
    waitFor(gate.reached);
    return gate;
  }

  private void pass() {
    reached.countDown();
    waitFor(opened);
    if (kills) {
      throw new PlantedError();
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** Returns once so many tasks wait behind the gate. */
  void awaitBacklog(int tasks) {
    await().atMost(SOON).until(() -> lane.backlog() == tasks);
  }

  void open() {
    opened.countDown();
  }

  /** The lane dies where it stands; returns once it has ended. */
  void openToDie() {
    kills = true;
    opened.countDown();
    lane.exit().join();
  }

  /** Lets a lane die once it has done what waits now; returns once it has ended. */
  static void kill(LanePool pool, int lane) {
    pool.lane(lane)
        .tell(
            () -> {
              throw new PlantedError();
            });
    pool.lane(lane).exit().join();
  }
}
