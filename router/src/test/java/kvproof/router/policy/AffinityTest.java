package kvproof.router.policy;

import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import kvproof.model.AffinityTarget;
import kvproof.model.CostWeights;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an affinity target does to a policy that is exclusive, and to one that is not. */
class AffinityTest {
  private static final RequestConstraints CONSTRAINTS =
      RequestConstraints.none().withAffinity(new AffinityTarget(2, OptionalInt.empty()));

  private final PolicyRun run = new PolicyRun();

  private static Host idleAndBusyTarget() {
    return Host.of(Rank.of(1), Rank.of(2).decode(100), Rank.of(3).decode(1));
  }

  private static WorkerSelectionPolicy defaultPolicy() {
    return DefaultPolicy.create(CostWeights.defaults(), 0, true, RandomSource.splitMix(1));
  }

  private long chosen(WorkerSelectionPolicy policy, Host host, WorkerHealth health) {
    host.narrow(
        CONSTRAINTS,
        policy.isExclusive(),
        health,
        SchedulableWorker.of(1),
        SchedulableWorker.of(2),
        SchedulableWorker.of(3));
    return host.rank(run.run(policy, host, context(tokens(64).with(CONSTRAINTS)))).workerId();
  }

  @Test
  @Tag("A28")
  void eligibleTargetIsChosenByTheDefaultPolicyThoughItCostsMore() {
    assertThat(chosen(defaultPolicy(), idleAndBusyTarget(), WorkerHealth.good())).isEqualTo(2);
    assertThat(run.cost()).isEqualTo(104.0);
    assertThat(run.survivors()).isEqualTo(1);
  }

  @Test
  @Tag("A29")
  void overloadedTargetIsIgnored() {
    WorkerHealth overloaded = new WorkerHealth(Optional.empty(), new TreeSet<>(List.of(2L)));

    assertThat(chosen(defaultPolicy(), idleAndBusyTarget(), overloaded)).isEqualTo(1);
    assertThat(run.survivors()).isEqualTo(2);
  }

  private static WorkerSelectionPolicy.Builder custom() {
    return WorkerSelectionPolicy.builder()
        .scorer(new DefaultCost(CostWeights.defaults(), true))
        .picker(Components.cheapest());
  }

  @Test
  @Tag("B06")
  void customPolicyIsNotNarrowedUnlessItOptsIn() {
    assertThat(chosen(custom().build(), idleAndBusyTarget(), WorkerHealth.good())).isEqualTo(1);
    assertThat(run.survivors()).isEqualTo(3);

    assertThat(chosen(custom().exclusive().build(), idleAndBusyTarget(), WorkerHealth.good()))
        .isEqualTo(2);
    assertThat(run.survivors()).isEqualTo(1);
  }
}
