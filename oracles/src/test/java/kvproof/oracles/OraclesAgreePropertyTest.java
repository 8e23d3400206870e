package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Arrival;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Two readings of one specification, written apart. */
class OraclesAgreePropertyTest {

  /** Answers, statuses, resident counts and inventories, after every step. */
  @Property(tries = 1_000)
  void bothOraclesSayTheSameOfEveryHistory(
      @ForAll("steps") List<CaseStep> steps, @ForAll("requests") List<Request> requests) {
    var inventories = new OwnerInventoryOracle();
    var log = new EventLogOracle();
    for (CaseStep step : steps) {

      List<Object> expected = said(inventories, step, requests);
      List<Object> actual = said(log, step, requests);

      assertThat(actual).isEqualTo(expected);
    }
  }

  /** All that a router says when it takes one more step. */
  static List<Object> said(KvRouter router, CaseStep step, List<Request> requests) {
    List<Object> said = new ArrayList<>();
    switch (step) {
      case KvCacheEvent event -> said.add(router.apply(event));
      case ResidencySnapshot snapshot -> router.replace(snapshot);
      case WorkerSnapshot snapshot -> router.replace(snapshot);
      case StreamState state -> router.replace(state);
      case Arrival _, SchedulingStep _ -> throw new AssertionError(step);
    }
    requests.forEach(request -> said.add(router.answer(request)));
    CollidingHistories.RANKS.forEach(rank -> said.add(router.residentBlocks(rank)));
    said.add(router.heldBlocks());
    return said;
  }

  @Provide
  Arbitrary<List<CaseStep>> steps() {
    return CollidingHistories.steps();
  }

  @Provide
  Arbitrary<List<Request>> requests() {
    return CollidingHistories.request().list().ofSize(2);
  }
}
