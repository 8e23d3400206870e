package kvproof.router.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.OwnerTable;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Places beside a sorted list, whoever is met when. */
class SourceOrderPropertyTest {
  private final OwnerTable owners = new OwnerTable();
  private final SourceOrder order = new SourceOrder(owners);

  @Property
  void placesAreThoseOfTheSortedOwnersAfterEveryMeeting(
      @ForAll @Size(max = 12) List<@Size(max = 5) List<@IntRange(max = 60) Integer>> meetings) {
    for (List<Integer> meeting : meetings) {
      meeting.forEach(drawn -> owners.numberOf(owner(drawn)));
      order.meetOwners();

      List<Owner> sorted = new ArrayList<>();
      for (int number = 0; number < owners.size(); number++) {
        sorted.add(owners.owner(number));
      }
      Collections.sort(sorted);
      assertThat(order.size()).isEqualTo(sorted.size());
      for (int place = 0; place < sorted.size(); place++) {
        assertThat(owners.owner(order.ownerAt(place))).isEqualTo(sorted.get(place));
        assertThat(order.placeOf(owners.find(sorted.get(place)))).isEqualTo(place);
      }
    }
  }

  /** Every third is a cache owner; worker ids of both halves of their range. */
  private static Owner owner(int drawn) {
    return drawn % 3 == 0
        ? new CacheOwner("K" + drawn)
        : new WorkerWithDpRank(drawn % 2 == 0 ? drawn : -drawn, drawn % 4);
  }
}
