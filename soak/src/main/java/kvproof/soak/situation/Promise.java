package kvproof.soak.situation;

import kvproof.testkit.Profile;

/** In which profiles a long run must meet a situation. */
enum Promise {
  /** Of those whose cases run on one thread. */
  EVERY_PROFILE,
  /** Workers are unlisted, unreachable, of several types or on islands: not where hints are run. */
  WORKERS_DIFFER,
  /** Device blocks are detached: no engine says so. */
  DEVICE_HOLES,
  /** A place has several hashes, a hash several places, or a store is malformed. */
  SEVERAL_HASH_LINES,
  /** Events come in batches of streams, or are predicted. */
  ARRIVALS;

  boolean isFor(Profile profile) {
    return switch (this) {
      case EVERY_PROFILE -> profile != Profile.LANES;
      case WORKERS_DIFFER -> profile != Profile.FETCH && profile != Profile.LANES;
      case DEVICE_HOLES -> profile == Profile.CONSISTENT || profile == Profile.IRREGULAR;
      case SEVERAL_HASH_LINES, ARRIVALS -> profile == Profile.IRREGULAR;
    };
  }
}
