package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The table beside a plain map from hashes to the runs in which they stand. */
class LocationTablePropertyTest {
  private static final OwnerSet NOBODY = new OwnerSets().empty();
  private static final int CROWDED = 60;

  private final RunTable runs = new RunTable();
  private final LocationTable table = new LocationTable(runs);
  private final Map<Long, List<Run>> expected = new HashMap<>();

  /** Hashes that crowd into three buckets of any table under two marks, or lie anywhere. */
  private static long hash(int number) {
    if (number >= CROWDED) {
      return HashCommon.mix(number);
    }
    long mark = number % 2 == 0 ? 0xFE : 0;
    long bucket = number % 3 - 1;
    return HashCommon.invMix(mark << 56 | (number + 1L) << 40 | bucket & 0xFFFFF);
  }

  private void add(long hash) {
    Run run = new Run(true, 0, 1);
    runs.add(run);
    table.reserve(1);
    run.append(hash, hash, NOBODY);
    long location = LocationTable.pack(run.slot, 0);
    List<Run> known = expected.computeIfAbsent(hash, first -> new ArrayList<>());
    if (known.isEmpty()) {
      assertThat(table.addFirst(hash, location)).isTrue();
    } else {
      assertThat(table.addFirst(hash, location)).isFalse();
      table.add(hash, location);
    }
    known.add(run);
  }

  private void remove(long hash, int which) {
    List<Run> known = expected.getOrDefault(hash, List.of());
    if (!known.isEmpty()) {
      Run run = known.remove(which % known.size());
      table.remove(hash, LocationTable.pack(run.slot, 0));
      runs.remove(run);
    }
  }

  private void check(int numbers) {
    for (int number = 0; number < numbers; number++) {
      long hash = hash(number);
      long[] locations =
          expected.getOrDefault(hash, List.of()).stream()
              .mapToLong(run -> LocationTable.pack(run.slot, 0))
              .toArray();
      assertThat(table.all(hash)).as("of %d", number).containsExactlyInAnyOrder(locations);
      assertThat(table.isAmbiguous(hash)).as("of %d", number).isEqualTo(locations.length > 1);
      assertThat(table.first(hash))
          .isEqualTo(locations.length == 0 ? LocationTable.NONE : table.all(hash)[0]);
    }
  }

  /** Three of four steps add, so that tables grow. */
  @Property(tries = 300)
  void everyHashHasTheLocationsThatItWasGiven(
      @ForAll @Size(max = 150) List<@IntRange(max = 4 * 80 - 1) Integer> steps) {
    for (int step : steps) {
      long hash = hash(step / 4);
      if (step % 4 < 3) {
        add(hash);
      } else {
        remove(hash, step);
        table.tidy();
      }
    }
    check(80);
    for (int number = 0; number < 80; number++) {
      while (!expected.getOrDefault(hash(number), List.of()).isEmpty()) {
        remove(hash(number), number);
      }
      if (number % 16 == 15) {
        table.tidy();
        check(80);
      }
    }
    for (int number = 0; number < 80; number++) {
      assertThat(table.bucketsSearched(hash(number))).as("of %d", number).isEqualTo(1);
    }
  }
}
