package kvproof.soak.run;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.testkit.Profile;

/**
 * Situations that a run counts, to show what it has met and what it never did.
 *
 * <p>Each thread gets a counter of its own; the counts of a run are the sums over its counters, so
 * that which thread ran which case cannot show.
 */
public interface Situations {

  /** A counter for one thread, which sees every case that this thread runs, and no other. */
  Counter newCounter(Profile profile);

  /** What a long run of the profile has to meet. */
  SortedSet<String> promised(Profile profile);

  /** Counts while it observes. Read after its thread has run its last case. */
  interface Counter extends CaseObserver {

    /** How often each situation was met so far; one never met may be absent. */
    SortedMap<String, Long> counts();
  }

  /** Counts nothing and promises nothing. */
  static Situations none() {
    return new Situations() {
      @Override
      public Counter newCounter(Profile profile) {
        return TreeMap::new;
      }

      @Override
      public SortedSet<String> promised(Profile profile) {
        return new TreeSet<>();
      }
    };
  }
}
