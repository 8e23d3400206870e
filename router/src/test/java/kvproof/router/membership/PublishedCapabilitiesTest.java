package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.PartitionKey;
import kvproof.model.RequestConstraints;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

/** What a registration becomes for fetch hints and for constraints. */
class PublishedCapabilitiesTest {
  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> PartitionRules.plain(16),
          stream -> {
            throw new AssertionError("nobody listens: " + stream);
          },
          partition -> {});

  private static WorkerDraft draft(long workerId) {
    return WorkerDraft.of(workerId).endpoint("http://w" + workerId).blockSize(16);
  }

  private WorkerSnapshot published(WorkerDraft... drafts) {
    for (WorkerDraft draft : drafts) {
      catalog.upsert(draft.registration());
    }
    return catalog.published(PartitionKey.defaults()).workers();
  }

  @Test
  void recordSaysWhatTheWorkerDeclared() {
    WorkerSnapshot workers =
        published(
            draft(7)
                .startRank(2)
                .rankCount(2)
                .workerType("decode")
                .sourceControlEndpoints(new TreeMap<>(Map.of(2, "tcp://w7:9002")))
                .eventSource("state_agent_v2")
                .topologyDomains(new TreeMap<>(Map.of("zone", "a", "rack", "r1")))
                .transferDomain("zone")
                .transferEnforcement("required"));

    assertThat(workers.workers().get(7L))
        .isEqualTo(
            new WorkerRecord(
                7,
                new TreeSet<>(List.of(2, 3)),
                "decode",
                new TreeMap<>(Map.of(2, "tcp://w7:9002")),
                Optional.of("state_agent_v2"),
                Optional.of(new Island("zone", "a", Enforcement.REQUIRED))));
    assertThat(workers.endpoint(new WorkerWithDpRank(7, 3))).isEmpty();
  }

  @Test
  void workerThatDeclaresNothingIsNeitherTargetNorSource() {
    WorkerSnapshot workers = published(draft(7));

    WorkerWithDpRank rank = new WorkerWithDpRank(7, 0);
    assertThat(workers.isConfigured(rank)).isTrue();
    assertThat(workers.workerType(rank)).isEmpty();
    assertThat(workers.endpoint(rank)).isEmpty();
    assertThat(workers.eventSource(rank)).isEmpty();
    assertThat(workers.island(rank)).isEmpty();
  }

  @Test
  void withoutTheHintFlagTheOtherKeysDoNotCount() {
    TreeMap<Integer, String> endpoints = new TreeMap<>(Map.of(0, "tcp://w7:9000"));

    assertThat(HintCapabilities.ofRuntimeKeys(false, "decode", endpoints))
        .isEqualTo(HintCapabilities.none());
    assertThat(HintCapabilities.ofRuntimeKeys(true, "decode", endpoints).workerType())
        .isEqualTo("decode");
  }

  @Test
  void islandNeedsADomainAndAValueForIt() {
    TreeMap<String, String> zone = new TreeMap<>(Map.of("zone", "a"));

    assertThat(draft(7).topologyDomains(zone).registration().topology().island()).isEmpty();
    assertThat(draft(7).transferDomain("zone").registration().topology().island()).isEmpty();
    assertThat(
            draft(7)
                .topologyDomains(zone)
                .transferDomain("rack")
                .registration()
                .topology()
                .island())
        .isEmpty();
    assertThat(
            draft(7)
                .topologyDomains(zone)
                .transferDomain("zone")
                .registration()
                .topology()
                .island())
        .hasValue(new Island("zone", "a", Enforcement.PREFERRED));
  }

  @Test
  void enforcementIsOneOfTwoWords() {
    assertThatThrownBy(() -> draft(7).transferEnforcement("Required"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown enforcement 'Required' (preferred, required)");
  }

  @Test
  void placesAreTaintsThatNobodyAddsByItself() {
    WorkerDraft draft = draft(7).topologyDomains(new TreeMap<>(Map.of("zone", "a", "rack", "r1")));
    published(draft);

    assertThat(draft.registration().topology().taints())
        .containsExactly("dynamo.topology/rack=r1", "dynamo.topology/zone=a");
    assertThat(catalog.published(PartitionKey.defaults()).members().getFirst().taints()).isEmpty();
  }

  @Test
  void decodeIsConstrainedToThePlaceOfThePrefillWorker() {
    RequestConstraints asked =
        RequestConstraints.none()
            .withRequiredTaints(new TreeSet<>(List.of("gpu")))
            .withPreferredTaints(new TreeMap<>(Map.of("fast", 1.0)));
    WorkerDraft prefill =
        draft(7)
            .topologyDomains(new TreeMap<>(Map.of("zone", "a", "rack", "r1")))
            .transferDomain("zone")
            .transferPreferredWeight(0.85);

    assertThat(
            prefill
                .transferEnforcement("required")
                .registration()
                .topology()
                .constrainDecode(asked))
        .isEqualTo(
            asked.withRequiredTaints(new TreeSet<>(List.of("gpu", "dynamo.topology/zone=a"))));
    assertThat(
            prefill
                .transferEnforcement("preferred")
                .registration()
                .topology()
                .constrainDecode(asked))
        .isEqualTo(
            asked.withPreferredTaints(
                new TreeMap<>(Map.of("fast", 1.0, "dynamo.topology/zone=a", 0.85))));
    assertThat(draft(8).registration().topology().constrainDecode(asked)).isSameAs(asked);
  }

  @Test
  void decodeCannotBeConstrainedByHalfAPolicy() {
    WorkerDraft prefill = draft(7).transferDomain("zone");

    assertThatThrownBy(
            () -> prefill.registration().topology().constrainDecode(RequestConstraints.none()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("kv_transfer_domain 'zone' has no value in topology_domains");
    prefill.topologyDomains(new TreeMap<>(Map.of("zone", "a")));
    assertThatThrownBy(
            () -> prefill.registration().topology().constrainDecode(RequestConstraints.none()))
        .hasMessage("kv_transfer_domain 'zone' has no kv_transfer_enforcement");
    prefill.transferEnforcement("preferred");
    assertThatThrownBy(
            () -> prefill.registration().topology().constrainDecode(RequestConstraints.none()))
        .hasMessage("kv_transfer_domain 'zone' has no kv_transfer_preferred_weight");
    assertThatThrownBy(() -> prefill.transferPreferredWeight(Double.NaN).registration())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("kv_transfer_preferred_weight must be from 0 to 1, not NaN");
  }
}
