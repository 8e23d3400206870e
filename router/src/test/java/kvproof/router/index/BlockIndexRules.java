package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The rules that the runs of an index keep after every event, checked block by block. */
final class BlockIndexRules {
  private record Place(boolean root, long parent, long local) {}

  private BlockIndexRules() {}

  static void check(BlockIndex index, int owners) {
    Map<Place, Integer> variants = new HashMap<>();
    Map<Long, Integer> places = new HashMap<>();
    Set<Place> inside = new HashSet<>();
    Map<Place, Long> parentsInside = new HashMap<>();
    index.forEachRun(
        run -> {
          checkSegments(run);
          for (int at = 0; at < run.length; at++) {
            Place place = placeOf(run, at);
            variants.merge(place, 1, Integer::sum);
            places.merge(run.external[at], 1, Integer::sum);
            if (at > 0) {
              inside.add(place);
              parentsInside.put(place, run.external[at - 1]);
            }
          }
        });

    for (Place place : inside) {
      assertThat(variants.get(place)).as("variants of %s, inside a run", place).isEqualTo(1);
      assertThat(places.get(parentsInside.get(place)))
          .as("places of the parent of %s, inside a run", place)
          .isEqualTo(1);
    }
    checkCounts(index, owners);
  }

  private static Place placeOf(Run run, int at) {
    return at == 0
        ? new Place(run.rooted, run.rooted ? 0 : run.parent, run.local[0])
        : new Place(false, run.external[at - 1], run.local[at]);
  }

  private static void checkSegments(Run run) {
    assertThat(run.length).as("blocks of a run").isPositive();
    assertThat(run.segmentEnd[run.segments - 1])
        .as("end of the last segment")
        .isEqualTo(run.length);
    assertThat(run.segmentOwners[run.segments - 1].isEmpty())
        .as("the last block of a run is owned by nobody")
        .isFalse();
    for (int segment = 1; segment < run.segments; segment++) {
      assertThat(run.segmentEnd[segment]).isGreaterThan(run.segmentEnd[segment - 1]);
      assertThat(run.segmentOwners[segment])
          .as("owners of neighbouring segments")
          .isNotSameAs(run.segmentOwners[segment - 1]);
    }
  }

  private static void checkCounts(BlockIndex index, int owners) {
    int[] counted = new int[owners];
    index.forEachHeld((owner, root, parent, local, external) -> counted[owner]++);
    for (int owner = 0; owner < owners; owner++) {
      assertThat(index.held(owner)).as("blocks held by owner %s", owner).isEqualTo(counted[owner]);
    }
  }
}
