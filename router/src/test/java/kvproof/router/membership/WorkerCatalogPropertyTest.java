package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import kvproof.testkit.Drawn;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The catalog against a map of what was registered last, while listeners fail and get lost. */
class WorkerCatalogPropertyTest {
  private static final PartitionKey HOME = PartitionKey.defaults();
  private static final PartitionKey OTHER = new PartitionKey("default", "other");

  private final List<PublishedPartition> publications = new ArrayList<>();
  private final RecordingListeners listeners = new RecordingListeners(what -> {});
  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> new PartitionRules(16, false, false, true), listeners, publications::add);
  private final MembershipReconciler reconciler = new MembershipReconciler(catalog);

  /** What was registered last and did not fail, by worker. */
  private final Map<Long, WorkerRegistration> registered = new TreeMap<>();

  @Property(tries = 200)
  void publishesWhatIsRegisteredAndComplete(@ForAll("randoms") SeededRandom random) {
    for (int step = 0; step < 30; step++) {
      change(random);

      for (PartitionKey key : List.of(HOME, OTHER)) {
        assertThat(idsOf(catalog.published(key))).isEqualTo(expectedIds(key));
      }
      assertThat(listeners.open())
          .containsExactlyInAnyOrderElementsOf(
              complete().map(worker -> worker.workerId() + "/0 " + streamOf(worker)).toList());
    }
    assertPublicationsAreInOrderAndDisjoint();
  }

  private void change(SeededRandom random) {
    WorkerRegistration drawn = draw(random.below(4), random);
    switch (random.below(4)) {
      case 0 -> {
        assertThat(catalog.delete(drawn.workerId()))
            .isEqualTo(registered.remove(drawn.workerId()) != null);
      }
      case 1 -> {
        List<WorkerRegistration> snapshot = new ArrayList<>();
        for (long workerId = 0; workerId < 4; workerId++) {
          if (random.chance(60)) {
            snapshot.add(draw(workerId, random));
          }
        }
        assertThat(reconciler.reconcile(snapshot, 0).failures()).isEmpty();
        registered.clear();
        snapshot.forEach(worker -> registered.put(worker.workerId(), worker));
      }
      case 2 -> upsertWhileListenersFail(drawn);
      default -> upsert(drawn);
    }
  }

  private void upsert(WorkerRegistration worker) {
    catalog.upsert(worker);
    registered.put(worker.workerId(), worker);
  }

  /** A failure shows only where a listener was to be opened; then the worker is as it was. */
  private void upsertWhileListenersFail(WorkerRegistration worker) {
    WorkerRegistration before = registered.get(worker.workerId());
    listeners.failFor(stream -> true);
    try {
      upsert(worker);
    } catch (IllegalStateException expected) {
      if (before != null && !before.partition().equals(worker.partition())) {
        // It had left its old partition: it is listed there and not scheduled until it arrives.
        assertThat(catalog.worker(worker.workerId()).orElseThrow().state())
            .isEqualTo(WorkerState.UNSCHEDULABLE);
        listeners.failFor(stream -> false);
        upsert(worker);
      }
    } finally {
      listeners.failFor(stream -> false);
    }
  }

  private static WorkerRegistration draw(long workerId, SeededRandom random) {
    return WorkerDraft.of(workerId)
        .partition(random.chance(70) ? HOME : OTHER)
        .endpoint("http://w")
        .blockSize(random.chance(80) ? 16 : 32)
        .eventEndpoint("tcp://" + random.below(2))
        .registration();
  }

  private static String streamOf(WorkerRegistration worker) {
    return worker.events().single().orElseThrow();
  }

  private Stream<WorkerRegistration> complete() {
    return registered.values().stream().filter(worker -> worker.blockSize().orElse(0) == 16);
  }

  private List<Long> expectedIds(PartitionKey key) {
    return complete()
        .filter(worker -> worker.partition().equals(key))
        .map(WorkerRegistration::workerId)
        .toList();
  }

  private static List<Long> idsOf(PublishedPartition partition) {
    return partition.members().stream().map(SchedulableWorker::workerId).toList();
  }

  private void assertPublicationsAreInOrderAndDisjoint() {
    Map<PartitionKey, PublishedPartition> current = new TreeMap<>();
    for (PublishedPartition next : publications) {
      PublishedPartition before = current.put(next.key(), next);
      assertThat(next.version()).isEqualTo(before == null ? 1 : before.version() + 1);
      assertThat(current.values().stream().flatMap(partition -> idsOf(partition).stream()))
          .as("%s", current.values())
          .doesNotHaveDuplicates();
    }
  }

  @Provide
  Arbitrary<SeededRandom> randoms() {
    return Drawn.from(SeededRandom::new);
  }
}
