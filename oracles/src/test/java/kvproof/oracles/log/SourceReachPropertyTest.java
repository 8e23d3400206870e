package kvproof.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.CollidingHistories;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SourceReachPropertyTest {

  /** What a history leaves, and one look-up in it. */
  private static final class World {
    private final EventLog log = new EventLog();
    private ResidencySnapshot residency = ResidencySnapshot.empty();
    private WorkerSnapshot workers = WorkerSnapshot.unlisted();

    World(List<CaseStep> steps) {
      for (CaseStep step : steps) {
        switch (step) {
          case KvCacheEvent event -> log.append(event);
          case ResidencySnapshot snapshot -> residency = snapshot;
          case WorkerSnapshot snapshot -> workers = snapshot;
          case StreamState state -> log.append(state);
          case Arrival _, SchedulingStep _ -> throw new AssertionError(step);
        }
      }
    }
  }

  @Property(tries = 1_000)
  void furthestReachIsTheBestUsableInterval(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    var world = new World(steps);
    var lookup = new Lookup(world.log, world.residency, request.localHashes());
    var chain = new HashChain(lookup);
    var eligibility = new Eligibility(world.log, world.residency, world.workers);
    List<SourceInterval> intervals = new Intervals(chain).canonical();
    for (WorkerWithDpRank target : request.targets()) {

      SourceChoice choice = new SourceReach(lookup, chain, eligibility).choice("r", target);

      Optional<SourceInterval> best =
          eligibility.mayBeTarget(target) && chain.isOnChain(target)
              ? best(intervals, eligibility, target, choice.frontier())
              : Optional.empty();
      assertThat(choice.source()).isEqualTo(best.map(SourceInterval::owner));
      assertThat(choice.end())
          .isEqualTo(best.map(found -> found.interval().end()).orElse(choice.frontier()));
    }
  }

  /** continuation.md 7.1 and fetch-hints.md 6.3. */
  private static Optional<SourceInterval> best(
      List<SourceInterval> intervals,
      Eligibility eligibility,
      WorkerWithDpRank target,
      int frontier) {
    return intervals.stream()
        .filter(found -> eligibility.mayServe(found.owner(), target))
        .filter(found -> found.interval().start() <= frontier && found.interval().end() > frontier)
        .min(
            Comparator.<SourceInterval, Boolean>comparing(
                    found -> !eligibility.shareIsland(found.owner(), target))
                .thenComparingInt(found -> -found.interval().end())
                .thenComparing(SourceInterval::owner));
  }

  @Property(tries = 500)
  void continuationsStartAtFrontiersAndNeverMeet(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    var world = new World(steps);
    var lookup = new Lookup(world.log, world.residency, request.localHashes());
    var chain = new HashChain(lookup);

    List<SourceInterval> continuations =
        new Intervals(chain)
            .canonical().stream().filter(found -> found.interval().start() > 0).toList();

    for (int index = 0; index < continuations.size(); index++) {
      Owner owner = continuations.get(index).owner();
      int start = continuations.get(index).interval().start();
      assertThat(lookup.walks())
          .anyMatch(walk -> walk.frontier() == start && chain.isOnChain(walk.rank()));
      if (index > 0 && continuations.get(index - 1).owner().equals(owner)) {
        assertThat(start).isGreaterThan(continuations.get(index - 1).interval().end());
      }
    }
  }

  @Provide
  Arbitrary<List<CaseStep>> steps() {
    return CollidingHistories.steps();
  }

  @Provide
  Arbitrary<Request> request() {
    return CollidingHistories.request();
  }
}
