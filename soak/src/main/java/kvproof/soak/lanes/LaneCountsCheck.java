package kvproof.soak.lanes;

import static kvproof.model.Verdict.Kind.FAILED;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import kvproof.model.ConcurrentRouter;
import kvproof.model.SchedulingStep;
import kvproof.model.Verdict.Difference;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * Puts a case step by step to a router with threads of its own: events and predictions go to its
 * lanes, and after each of them every resident count is what it is by definition.
 *
 * <p>Waits for each step, so nothing hangs on how threads meet; it waits on a virtual thread for
 * lanes that are virtual threads, since system threads take most of the time to change over. Looks
 * at one case in {@value #ONE_CASE_IN}; which, its seed alone decides. Folds nothing: it says again
 * what others said.
 */
public final class LaneCountsCheck implements CaseCheck {
  private static final int ONE_CASE_IN = 8;
  private static final List<Integer> LANES = List.of(1, 2, 4);

  private final List<IntFunction<? extends ConcurrentRouter>> routers;

  public LaneCountsCheck() {
    this(
        List.of(
            lanes -> new LanedRouter(lanes, LaneThreads.VIRTUAL),
            lanes -> new LanedRouter(lanes, LaneThreads.VIRTUAL, LaneCopies.ONE)));
  }

  /** Of other routers, of which a case gets one by its seed; a maker gets the number of lanes. */
  public LaneCountsCheck(List<IntFunction<? extends ConcurrentRouter>> routers) {
    this.routers = List.copyOf(routers);
  }

  @Override
  public String name() {
    return "LanedRouter";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    SeededRandom random = new SeededRandom(finished.original().seed()).fork("lane counts");
    return random.below(ONE_CASE_IN) == 0
            && !finished.original().profile().equals(Profile.LANES.wireName())
            && finished.original().steps().stream().noneMatch(SchedulingStep.class::isInstance)
        ? follow(finished, random)
        : List.of();
  }

  List<Difference> follow(FinishedCase finished, SeededRandom random) {
    var following = new FutureTask<>(() -> followHere(finished, random));
    Thread thread = Thread.ofVirtual().start(following);
    try {
      return following.get();
    } catch (InterruptedException stopped) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      return List.of(); // whoever stops the run asks for no result
    } catch (ExecutionException failure) {
      throw new IllegalStateException("the lanes of a case", failure.getCause());
    }
  }

  private List<Difference> followHere(FinishedCase finished, SeededRandom random) {
    IntFunction<? extends ConcurrentRouter> maker =
        new SeededRandom(finished.original().seed()).fork("router").pick(routers);
    try (ConcurrentRouter router = maker.apply(random.pick(LANES))) {
      return new LaneCountsRun(finished, router, random).run();
    } catch (RuntimeException | AssertionError | LinkageError failure) {
      return List.of(
          new Difference(
              LaneCountsRun.PART,
              FAILED,
              "some step",
              "an answer",
              LaneCountsRun.COUNTED_BY,
              failure.toString()));
    }
  }
}
