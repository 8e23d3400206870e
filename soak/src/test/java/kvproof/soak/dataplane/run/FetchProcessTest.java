package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;
import kvproof.soak.dataplane.service.FabricChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Services that are processes of their own. */
@Timeout(300)
class FetchProcessTest {

  private static List<FetchPlan> eightCases() {
    FetchOptions options =
        new FetchOptions(
            6,
            11,
            1,
            2,
            OptionalInt.of(64 << 10),
            OptionalInt.of(8),
            List.of(),
            List.of(
                new FetchFault(Kind.SOURCE_RESTARTED, FetchPhase.ASKED),
                new FetchFault(Kind.TARGET_CRASHED, FetchPhase.WRITING)),
            Duration.ofSeconds(20),
            OptionalInt.empty());
    List<FetchPlan> all = new FetchPlanner(options).plans();
    List<FetchPlan> eight = new ArrayList<>(all.subList(0, 6));
    eight.addAll(all.subList(all.size() - 2, all.size()));
    return eight;
  }

  @Test
  void eightFetchesBetweenProcessesAreByteExactAndNoProcessIsLeft() {
    FetchOptions options = FetchOptions.defaults();

    List<TrialResult> results =
        new FetchRun(options, ServiceLaunchers.processes(FabricChoice.mock()), () -> false)
            .run(eightCases(), _ -> {});

    assertThat(results).hasSize(8);
    assertThat(results).flatExtracting(TrialResult::differences).isEmpty();
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(livingChildren()).isEmpty());
  }

  private static List<ProcessHandle> livingChildren() {
    return ProcessHandle.current().children().filter(ProcessHandle::isAlive).toList();
  }

  @Test
  void aNodeEndsWhenItsInputEnds() {
    ServiceProcess process = ServiceProcess.start("lonely", FabricChoice.mock());
    assertThat(livingChildren()).hasSize(1);

    process.close();

    assertThat(livingChildren()).isEmpty();
  }

  @Test
  void aNodeThatIsKilledSaysNothingMore() {
    ServiceProcess process = ServiceProcess.start("short-lived", FabricChoice.mock());

    process.kill();

    assertThat(livingChildren()).isEmpty();
    assertThatExceptionOfType(ServiceFailure.class)
        .isThrownBy(() -> process.receive(Duration.ofSeconds(20)))
        .withMessage("process short-lived has ended");
    process.close();
  }
}
