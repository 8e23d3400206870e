package kvproof.soak.dataplane.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchPhase;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.StrayingWrites;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.Scenario;
import kvproof.soak.dataplane.service.FabricChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine of a run over real sockets, on threads of this process. */
@Timeout(300)
class FetchRunTest {
  private static final int BLOCK_BYTES = 4096;

  private static FetchOptions options(int cases, List<FetchFault> faults) {
    return new FetchOptions(
        cases,
        7,
        1,
        2,
        OptionalInt.of(BLOCK_BYTES),
        OptionalInt.of(6),
        List.of("part"),
        faults,
        Duration.ofSeconds(10),
        OptionalInt.empty());
  }

  private static List<TrialResult> run(FetchOptions options, UnaryOperator<TransferAgent> around) {
    return new FetchRun(options, ServiceLaunchers.threads(around), () -> false).run(_ -> {});
  }

  @Test
  void everyScenarioIsAsTheOracleSays() {
    List<TrialResult> results = run(options(2, List.of()), UnaryOperator.identity());

    assertThat(results).flatExtracting(TrialResult::differences).isEmpty();
    assertThat(results)
        .extracting(result -> result.actual().orElseThrow().outcome().status())
        .contains(Status.values());
    assertThat(results).allMatch(result -> !result.timeline().events().isEmpty());
    assertThat(results)
        .filteredOn(result -> result.plan().scenario() == Scenario.FOREIGN_BYTES)
        .allSatisfy(result -> assertThat(result.seen().whoseBytes()).isNotEmpty());
  }

  /** Device tiers in memory that is reached through copies; hints go to both tiers of a source. */
  @Test
  void everyScenarioIsAsTheOracleSaysWithDeviceTiersOnDevices() {
    var choice = new FabricChoice(FabricChoice.MOCK, Map.of(), MemoryKind.VRAM);
    List<TrialResult> results =
        new FetchRun(
                options(4, List.of()),
                ServiceLaunchers.threads(choice, UnaryOperator.identity()),
                () -> false)
            .run(_ -> {});

    assertThat(results).flatExtracting(TrialResult::differences).isEmpty();
    assertThat(results)
        .extracting(result -> result.actual().orElseThrow().outcome().status())
        .contains(Status.DELIVERED, Status.PARTIAL);
  }

  @Test
  void faultsAreBroughtAboutByNodesAndByTheHarness() {
    List<FetchFault> faults =
        List.of(
            new FetchFault(Kind.TORN_WRITE, FetchPhase.WRITING),
            new FetchFault(Kind.BLOCK_EVICTED, FetchPhase.ACCEPTED),
            new FetchFault(Kind.CANCELLED, FetchPhase.WRITING),
            new FetchFault(Kind.DEREGISTRATION, FetchPhase.WRITING),
            new FetchFault(Kind.SOURCE_RESTARTED, FetchPhase.ASKED),
            new FetchFault(Kind.DUPLICATE_NOTIFICATION, FetchPhase.WRITTEN));

    List<TrialResult> results =
        run(options(0, faults), UnaryOperator.identity()).stream()
            .filter(result -> result.plan().scenario() == Scenario.FAULT)
            .toList();

    assertThat(results).hasSize(faults.size()).allMatch(result -> result.seen().isStruck());
    assertThat(results).flatExtracting(TrialResult::differences).isEmpty();
  }

  /** A source that writes another block's bytes, which nobody has asked for. */
  @Test
  void bytesOfAnotherBlockAreFoundOutAndNamed() {
    List<TrialResult> results = run(options(1, List.of()), StrayingWrites::once);

    TrialResult suffix = results.getFirst();
    assertThat(suffix.agrees()).isFalse();
    assertThat(suffix.differences()).anyMatch(text -> text.contains("wrong bytes for"));
    assertThat(suffix.seen().whoseBytes()).singleElement().asString().endsWith(" is block 77");
  }

  @Test
  void aRunThatIsStoppedBeginsNoFurtherCase() {
    List<TrialResult> seen = new ArrayList<>();

    List<TrialResult> results =
        new FetchRun(
                options(5, List.of()),
                ServiceLaunchers.threads(UnaryOperator.identity()),
                () -> !seen.isEmpty())
            .run(seen::add);

    assertThat(results).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void aNodeThatEndsIsADifferenceAndIsReplaced() {
    List<String> launched = new ArrayList<>();
    ServiceLauncher threads = ServiceLaunchers.threads(UnaryOperator.identity());
    ServiceLauncher frail =
        name -> {
          launched.add(name);
          ServiceLink link = threads.launch(name);
          if (launched.size() == 1) {
            link.kill();
          }
          return link;
        };

    List<TrialResult> results =
        new FetchRun(options(2, List.of()), frail, () -> false).run(_ -> {});

    assertThat(results.getFirst().differences()).anyMatch(text -> text.contains("has ended"));
    assertThat(results.subList(1, results.size()))
        .flatExtracting(TrialResult::differences)
        .isEmpty();
  }
}
