package kvproof.router.load;

import static kvproof.router.load.Seconds.s;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PrefillTrackerPropertyTest {
  private static final int STEPS = 60;

  /** Small nanosecond numbers, where every rounding shows, and now and then seconds. */
  @Property(tries = 2_000)
  void readsWhatTheTableSays(@ForAll long seed) {
    SeededRandom random = new SeededRandom(seed);
    PrefillTracker tracker = new PrefillTracker();
    PlainPrefill plain = new PlainPrefill();
    List<String> told = new ArrayList<>();
    int unknownPercent = random.pick(List.of(0, 20, 60));
    long unit = random.chance(30) ? s(1) : 1;
    long now = 0;

    for (int step = 0; step < STEPS; step++) {
      now += random.below(6) * unit;
      if (random.chance(50)) {
        String id = "r" + step;
        long tokens = random.below(20);
        OptionalLong nanos =
            random.chance(unknownPercent)
                ? OptionalLong.empty()
                : OptionalLong.of(random.below(13) * unit);
        told.add("add " + id + " " + tokens + " in " + nanos + " at " + now);
        tracker.add(id, tokens, nanos, now);
        plain.add(id, tokens, nanos, now);
      } else {
        String id = "r" + random.below(step + 1);
        told.add("remove " + id + " at " + now);
        assertThat(tracker.remove(id, now)).isEqualTo(plain.remove(id, now));
      }
      long later = now + random.below(8) * unit;

      String text = String.join("\n", told) + "\nread at " + later;
      assertThat(tracker.activeTokens(later)).as(text).isEqualTo(plain.active(later));
      assertThat(tracker.snapshot().activeTokens(later)).as(text).isEqualTo(plain.active(later));
      assertThat(tracker.remainingNanos(later)).as(text).isEqualTo(plain.remaining(later));
    }
  }
}
