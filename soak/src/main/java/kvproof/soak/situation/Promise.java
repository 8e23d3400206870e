package kvproof.soak.situation;

import kvproof.testkit.Profile;

/** In which profiles a long run must meet a situation. */
enum Promise {
  /** Of those whose cases are about one index on one thread. */
  EVERY_PROFILE,
  /** Workers are unlisted, unreachable, of several types or on islands: not where hints are run. */
  WORKERS_DIFFER,
  /** Device blocks are detached: no engine says so. */
  DEVICE_HOLES,
  /** A place has several hashes, a hash several places, or a store is malformed. */
  SEVERAL_HASH_LINES,
  /** Events come in batches of streams, or are predicted. */
  ARRIVALS,
  /** A scheduler takes requests. */
  SCHEDULING,
  /** Hints are carried out. */
  FETCHES;

  boolean isFor(Profile profile) {
    return switch (this) {
      case EVERY_PROFILE -> profile != Profile.LANES && profile != Profile.FULL;
      case WORKERS_DIFFER ->
          switch (profile) {
            case ENGINE, CONSISTENT, IRREGULAR -> true;
            case FETCH, LANES, FULL -> false;
          };
      case DEVICE_HOLES -> profile == Profile.CONSISTENT || profile == Profile.IRREGULAR;
      case SEVERAL_HASH_LINES, ARRIVALS -> profile == Profile.IRREGULAR;
      case SCHEDULING -> profile == Profile.FULL;
      case FETCHES -> profile == Profile.FETCH;
    };
  }
}
