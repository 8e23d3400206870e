package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadTableTest {
  private static final OwnerSet NOBODY = new OwnerSets().empty();
  private static final int PLACES = 5_000;
  private static final int VARIANTS = 8;

  private final HeadTable heads = new HeadTable();
  private final List<Run> added = new ArrayList<>();

  private Run add(boolean root, long parent, long local) {
    Run run = new Run(root, parent, 1);
    run.append(local, added.size(), NOBODY);
    heads.add(run);
    added.add(run);
    return run;
  }

  /** Eight ranks that hash differently, at the root and behind blocks. */
  @Test
  void workDoesNotGrowWithTheVariantsOfAPlace() {
    for (int place = 0; place < PLACES; place++) {
      for (int variant = 0; variant < VARIANTS; variant++) {
        add(place % 2 == 0, place, place);
      }
    }

    assertThat(heads.runsPassed()).isLessThan(4L * PLACES * VARIANTS);
    assertAllAreSeen();
  }

  /** Thousands of heads stand at the root, and one run behind a block comes and goes. */
  @Test
  void workDoesNotGrowWithRunsThatStay() {
    for (int place = 0; place < PLACES; place++) {
      add(true, 0, place);
    }
    for (int time = 0; time < 10 * PLACES; time++) {
      heads.remove(add(false, time, 1), 1);
      added.removeLast();
    }

    assertThat(heads.runsPassed()).isLessThan(15L * PLACES);
  }

  @Test
  void bitsSayLittleMoreThanThereIs() {
    for (int place = 0; place < PLACES; place++) {
      add(false, place, place);
    }

    assertAllAreSeen();
    int vainly = 0;
    for (int parent = PLACES; parent < 11 * PLACES; parent++) {
      vainly += heads.mayFollow(parent) ? 1 : 0;
    }
    assertThat(vainly).isLessThan(2 * PLACES);
  }

  private void assertAllAreSeen() {
    for (Run run : added) {
      assertThat(run.rooted || heads.mayFollow(run.parent)).isTrue();
      assertThat(heads.first(run.rooted, run.parent, run.local[0])).isNotNull();
    }
  }
}
