package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Marks beside a plain set. */
class HashMarksPropertyTest {
  private final HashMarks marks = new HashMarks();

  @Property
  void eachRoundKnowsItsOwnHashesAndNoOthers(
      @ForAll @Size(max = 6)
          List<@Size(max = 200) List<@LongRange(min = -40, max = 40) Long>> rounds) {
    for (List<Long> round : rounds) {
      marks.begin(round.size());
      Set<Long> known = new HashSet<>();
      for (long hash : round) {
        assertThat(marks.mark(hash)).isEqualTo(known.add(hash));
      }
      for (long hash = -41; hash <= 41; hash++) {
        assertThat(marks.isMarked(hash)).as("%d", hash).isEqualTo(known.contains(hash));
      }
    }
  }

  @Property
  void roomIsMadeForAnyHashes(@ForAll @Size(min = 60, max = 300) List<Long> hashes) {
    marks.begin(hashes.size());
    Set<Long> known = new HashSet<>();
    for (long hash : hashes) {
      assertThat(marks.mark(hash)).isEqualTo(known.add(hash));
    }
  }
}
