package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RunTest {
  private final OwnerSets sets = new OwnerSets();

  /** Blocks with local hashes 1.. and external hashes 101.., owned by owner 0. */
  private Run chain(int length) {
    Run run = new Run(true, 0, 1);
    OwnerSet first = sets.with(sets.empty(), 0);
    for (int i = 1; i <= length; i++) {
      run.append(i, 100 + i, first);
    }
    return run;
  }

  private static List<String> segments(Run run) {
    List<String> segments = new ArrayList<>();
    for (int segment = 0; segment < run.segments; segment++) {
      StringBuilder owners = new StringBuilder(run.segmentEnd[segment] + ":");
      long[] words = run.segmentOwners[segment].words;
      for (int owner = OwnerBits.next(words, 0);
          owner >= 0;
          owner = OwnerBits.next(words, owner + 1)) {
        owners.append(' ').append(owner);
      }
      segments.add(owners.toString());
    }
    return segments;
  }

  @Test
  void blocksOfOneOwnerAreOneSegment() {
    assertThat(segments(chain(5))).containsExactly("5: 0");
  }

  @Nested
  class AddingAnOwner {
    @Test
    void splitsTheSegmentAtBothEnds() {
      Run run = chain(6);

      int added = run.addOwner(2, 4, 1, sets);

      assertThat(added).isEqualTo(2);
      assertThat(segments(run)).containsExactly("2: 0", "4: 0 1", "6: 0");
    }

    @Test
    void countsOnlyBlocksThatAreNewToIt() {
      Run run = chain(6);
      run.addOwner(2, 4, 1, sets);

      assertThat(run.addOwner(0, 6, 1, sets)).isEqualTo(4);
      assertThat(segments(run)).containsExactly("6: 0 1");
    }

    @Test
    void aSecondTimeChangesNothing() {
      Run run = chain(3);

      assertThat(run.addOwner(0, 3, 0, sets)).isZero();
      assertThat(segments(run)).containsExactly("3: 0");
    }
  }

  @Nested
  class RemovingAnOwner {
    @Test
    void leavesTheMiddleToNobody() {
      Run run = chain(3);

      assertThat(run.removeOwner(1, 2, 0, sets)).isEqualTo(1);
      assertThat(segments(run)).containsExactly("1: 0", "2:", "3: 0");
    }

    @Test
    void joinsNeighboursThatBecomeAlike() {
      Run run = chain(3);
      run.addOwner(1, 2, 1, sets);

      run.removeOwner(1, 2, 1, sets);

      assertThat(segments(run)).containsExactly("3: 0");
    }
  }

  @Test
  void truncationDropsWholeAndPartialSegments() {
    Run run = chain(6);
    run.addOwner(3, 6, 1, sets);

    run.truncate(4);
    assertThat(segments(run)).containsExactly("3: 0", "4: 0 1");

    run.truncate(3);
    assertThat(segments(run)).containsExactly("3: 0");

    run.truncate(0);
    assertThat(run.segments).isZero();
  }

  @Test
  void aSplitKeepsEveryBlockWithItsOwners() {
    Run run = chain(6);
    run.addOwner(3, 5, 1, sets);

    Run tail = run.splitOff(2);

    assertThat(segments(run)).containsExactly("2: 0");
    assertThat(segments(tail)).containsExactly("1: 0", "3: 0 1", "4: 0");
    assertThat(tail.rooted).isFalse();
    assertThat(tail.parent).isEqualTo(102);
    assertThat(tail.local[0]).isEqualTo(3);
    assertThat(tail.external[3]).isEqualTo(106);
  }

  @Test
  void segmentsAreFoundByBlock() {
    Run run = chain(40);
    for (int block = 0; block < 40; block += 2) {
      run.addOwner(block, block + 1, 1, sets);
    }

    for (int block = 0; block < 40; block++) {
      assertThat(run.ownersOf(block).has(1)).as("block %s", block).isEqualTo(block % 2 == 0);
    }
  }
}
