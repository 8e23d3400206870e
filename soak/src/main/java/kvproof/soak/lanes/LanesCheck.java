package kvproof.soak.lanes;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import kvproof.model.ConcurrentRouter;
import kvproof.model.Verdict.Difference;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.lane.LaneCopies;
import kvproof.router.lane.LaneThreads;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;

/**
 * Puts the history of a case of profile {@code lanes} through a router with threads of its own,
 * with readers beside it; in some cases a lane dies in the middle.
 *
 * <p>Which lanes, copies, threads and deaths there are follows from the case's seed; how they meet
 * does not, so the digest stays as it is.
 */
public final class LanesCheck implements CaseCheck {
  private static final List<Integer> LANES = List.of(1, 2, 4);
  private static final int DEATH_PERCENT = 25;

  /** Far more than a case needs, also on a machine that is busy with something else. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<IntFunction<? extends ConcurrentRouter>> routers;
  private final Duration patience;

  public LanesCheck() {
    this(
        List.of(
            LanedRouter::new, lanes -> new LanedRouter(lanes, LaneThreads.SYSTEM, LaneCopies.ONE)));
  }

  /** Of other routers, of which a case gets one by its seed; a maker gets the number of lanes. */
  public LanesCheck(List<IntFunction<? extends ConcurrentRouter>> routers) {
    this(routers, PATIENCE);
  }

  /** A router that takes longer than {@code patience} over anything hangs. */
  LanesCheck(List<IntFunction<? extends ConcurrentRouter>> routers, Duration patience) {
    this.routers = List.copyOf(routers);
    this.patience = patience;
  }

  @Override
  public String name() {
    return "LanedRouter";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (!finished.soakCase().profile().equals(Profile.LANES.wireName())) {
      return List.of();
    }
    SeededRandom random = new SeededRandom(finished.soakCase().seed()).fork("lanes");
    LanesCase threads = LanesCase.of(finished.soakCase(), OwnerInventoryOracle::new);
    int lanes = random.pick(LANES);
    boolean someoneDies = !threads.truths().isEmpty() && random.chance(DEATH_PERCENT);
    ConcurrentRouter router =
        new SeededRandom(finished.soakCase().seed()).fork("router").pick(routers).apply(lanes);
    return new LanesRun(finished.soakCase(), threads, router, random, someoneDies, patience).run();
  }
}
