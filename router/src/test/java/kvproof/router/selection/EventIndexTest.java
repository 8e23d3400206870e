package kvproof.router.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import kvproof.router.ReferenceRouter;
import kvproof.router.fetch.RetainedLookup;
import org.junit.jupiter.api.Test;

class EventIndexTest {
  private final EventIndex index = new EventIndex(new ReferenceRouter());

  private Set<RetainedLookup> lookUp(int times) {
    Set<RetainedLookup> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < times; i++) {
      found.add(index.lookUp(Scene.blocks(1, 2), false));
    }
    return found;
  }

  @Test
  void releasedLookUpsAreUsedAgainAndNoMoreThanAFewAreKept() {
    Set<RetainedLookup> first = lookUp(2 * EventIndex.MOST_SPARE);
    first.forEach(index::release);

    Set<RetainedLookup> second = lookUp(2 * EventIndex.MOST_SPARE);

    assertThat(first).hasSize(2 * EventIndex.MOST_SPARE);
    assertThat(second).hasSize(2 * EventIndex.MOST_SPARE);
    assertThat(second.stream().filter(first::contains)).hasSize(EventIndex.MOST_SPARE);
  }
}
