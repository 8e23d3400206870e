package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.AffinityTarget;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.membership.RankRefusal.ConstraintsUnsatisfied;
import kvproof.router.membership.RankRefusal.DpRankUnavailable;
import kvproof.router.membership.RankRefusal.NotAllowed;
import kvproof.router.membership.RankRefusal.NotRoutable;
import kvproof.router.membership.RankRefusal.Overloaded;
import kvproof.router.membership.RankRefusal.Unavailable;
import kvproof.testkit.Drawn;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;
import org.jspecify.annotations.Nullable;

/** Eligibility against the seven questions asked one by one of each conceivable rank. */
class EligibilityPropertyTest {
  private static final List<Long> WORKER_IDS = List.of(1L, 2L, -1L, Long.MIN_VALUE);
  private static final List<String> TAINTS = List.of("a", "b", "c");
  private static final int MOST_RANK = 4;

  /** Everything that decides who is eligible. */
  record Setting(
      List<SchedulableWorker> workers,
      RequestConstraints constraints,
      WorkerHealth health,
      boolean considersOverload) {

    @Nullable AffinityTarget target() {
      return constraints.affinity().orElse(null);
    }
  }

  @Property(tries = 3_000)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void firstReasonAgainstARank(@ForAll("settings") Setting setting) {
    WorkerTable table = WorkerTable.of(setting.workers());
    for (WorkerWithDpRank rank : conceivableRanks()) {
      RankRefusal actual =
          Eligibility.refusal(
              rank,
              setting.constraints(),
              setting.target(),
              table,
              setting.health(),
              setting.considersOverload());

      assertThat(actual).as("%s of %s", rank, setting).isEqualTo(plainRefusal(rank, setting));
      Statistics.collect(actual == null ? "none" : actual.getClass().getSimpleName());
    }
    for (Class<?> reason : RankRefusal.class.getPermittedSubclasses()) {
      Statistics.coverage(
          coverage -> coverage.check(reason.getSimpleName()).count(count -> count > 100));
    }
    Statistics.coverage(coverage -> coverage.check("none").count(count -> count > 100));
  }

  @Property(tries = 3_000)
  void rowsAreTheRanksThatNothingSpeaksAgainst(@ForAll("settings") Setting setting) {
    WorkerTable table = WorkerTable.of(setting.workers());
    List<WorkerWithDpRank> expected = new ArrayList<>();
    for (WorkerWithDpRank rank : conceivableRanks()) {
      if (plainRefusal(rank, setting) == null) {
        expected.add(rank);
      }
    }

    int[] rows = new int[table.size()];
    int count =
        Eligibility.eligibleRows(
            setting.constraints(),
            setting.target(),
            table,
            setting.health(),
            setting.considersOverload(),
            rows);

    List<WorkerWithDpRank> actual = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      actual.add(table.rank(rows[i]));
    }
    assertThat(actual).as("%s", setting).isEqualTo(expected);
  }

  /** Selection 7.3, line by line. */
  private static @Nullable RankRefusal plainRefusal(WorkerWithDpRank rank, Setting setting) {
    RequestConstraints constraints = setting.constraints();
    long workerId = rank.workerId();
    if (constraints.allowedWorkers().isPresent()
        && constraints.allowedWorkers().get().stream().noneMatch(id -> id == workerId)) {
      return new NotAllowed();
    }
    AffinityTarget target = setting.target();
    if (target != null
        && (target.workerId() != workerId
            || (target.dpRank().isPresent() && target.dpRank().getAsInt() != rank.dpRank()))) {
      return new NotAllowed();
    }
    if (setting.health().available().isPresent()
        && setting.health().available().get().stream().noneMatch(id -> id == workerId)) {
      return new NotRoutable();
    }
    for (SchedulableWorker worker : setting.workers()) {
      if (worker.workerId() == workerId) {
        return plainRefusal(rank, worker, setting);
      }
    }
    return new Unavailable();
  }

  private static @Nullable RankRefusal plainRefusal(
      WorkerWithDpRank rank, SchedulableWorker worker, Setting setting) {
    int end = worker.startRank() + worker.rankCount();
    if (rank.dpRank() < worker.startRank() || rank.dpRank() >= end) {
      return new DpRankUnavailable(worker.startRank(), end);
    }
    if (!worker.taints().containsAll(setting.constraints().requiredTaints())) {
      return new ConstraintsUnsatisfied();
    }
    return setting.considersOverload()
            && setting.health().overloaded().stream().anyMatch(id -> id == rank.workerId())
        ? new Overloaded()
        : null;
  }

  /** In the order of ranks. */
  private static List<WorkerWithDpRank> conceivableRanks() {
    List<WorkerWithDpRank> ranks = new ArrayList<>();
    for (long workerId : List.of(1L, 2L, Long.MIN_VALUE, -1L)) {
      for (int dpRank = 0; dpRank <= MOST_RANK; dpRank++) {
        ranks.add(new WorkerWithDpRank(workerId, dpRank));
      }
    }
    return ranks;
  }

  @Provide
  Arbitrary<Setting> settings() {
    return Drawn.from(seed -> drawSetting(new SeededRandom(seed)));
  }

  private static Setting drawSetting(SeededRandom random) {
    List<SchedulableWorker> workers = new ArrayList<>();
    for (long workerId : WORKER_IDS) {
      if (random.chance(75)) {
        workers.add(
            new SchedulableWorker(
                workerId,
                random.below(3),
                random.between(1, 2),
                OptionalLong.empty(),
                subset(TAINTS, 60, random)));
      }
    }
    return new Setting(workers, drawConstraints(random), drawHealth(random), random.chance(70));
  }

  private static RequestConstraints drawConstraints(SeededRandom random) {
    Optional<AffinityTarget> affinity =
        random.chance(30)
            ? Optional.of(
                new AffinityTarget(
                    random.pick(WORKER_IDS),
                    random.chance(50)
                        ? OptionalInt.of(random.below(MOST_RANK))
                        : OptionalInt.empty()))
            : Optional.empty();
    return new RequestConstraints(
        drawWorkers(random),
        Optional.empty(),
        affinity,
        subset(TAINTS, 25, random),
        new TreeMap<>());
  }

  private static WorkerHealth drawHealth(SeededRandom random) {
    return new WorkerHealth(drawWorkers(random), subset(WORKER_IDS, 25, random));
  }

  private static Optional<SortedSet<Long>> drawWorkers(SeededRandom random) {
    return random.chance(50) ? Optional.of(subset(WORKER_IDS, 70, random)) : Optional.empty();
  }

  private static <T extends Comparable<T>> SortedSet<T> subset(
      List<T> values, int percent, SeededRandom random) {
    SortedSet<T> subset = new TreeSet<>();
    values.stream().filter(value -> random.chance(percent)).forEach(subset::add);
    return subset;
  }
}
