package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Counters that are kept say what is held, from whenever they are kept, and change nothing else.
 */
class TrackingChangesNothingPropertyTest {

  @Property(tries = 300)
  void countersSayWhatIsHeldAndNothingElseDiffers(
      @ForAll("cases") Case drawn, @ForAll int trackedFrom) {
    ReferenceRouter plain = new ReferenceRouter();
    ReferenceRouter tracking = new ReferenceRouter();
    List<IndexStep> steps = drawn.indexSteps();
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    int from = Math.floorMod(trackedFrom, steps.size());

    for (int at = 0; at < steps.size(); at++) {
      if (at == from) {
        tracking.trackResidentBlocks();
      }
      IndexStep step = steps.get(at);
      String after = CaseText.printStep(step);
      assertThat(tracking.take(step)).as(after).isEqualTo(plain.take(step));
      if (step instanceof Stored stored) {
        addRank(stored.owner(), ranks);
      }
      for (WorkerWithDpRank rank : ranks) {
        assertThat(tracking.residentBlocks(rank))
            .as("%s after %s", rank, after)
            .isEqualTo(plain.residentBlocks(rank));
      }
    }
    for (Request request : drawn.requests()) {
      assertThat(tracking.answer(request)).isEqualTo(plain.answer(request));
    }
    assertThat(tracking.heldBlocks()).isEqualTo(plain.heldBlocks());
  }

  private static void addRank(Owner owner, SortedSet<WorkerWithDpRank> ranks) {
    if (owner instanceof WorkerWithDpRank rank) {
      ranks.add(rank);
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.of(Profile.ENGINE, Profile.IRREGULAR).flatMap(Drawn::plainCases);
  }
}
