package kvproof.benchmarks.overload;

/** What differs between the trials of one round. */
public enum OverloadCase {
  UNTRACKED("untracked", false, Reading.NOBODY, 0),
  TRACKED("tracked", true, Reading.NOBODY, 0),
  READER_1K("tracked, reader paced at 1,000/s", true, Reading.COUNTS, 1_000),
  READER_10K("tracked, reader paced at 10,000/s", true, Reading.COUNTS, 10_000),
  READER_100K("tracked, reader paced at 100,000/s", true, Reading.COUNTS, 100_000),
  READER_NONSTOP("tracked, reader nonstop", true, Reading.COUNTS, 0),
  SPINS_ONLY("control: tracked, a thread spins and reads nothing", true, Reading.NOTHING, 0),
  MAP_ONLY("control: tracked, a reader loads the map only", true, Reading.MAP, 0);

  /** What a second thread does beside the lanes. */
  enum Reading {
    /** There is none. */
    NOBODY,
    /** It spins. */
    NOTHING,
    /** It takes the map of counters again and again. */
    MAP,
    /** It takes the map and sums the counters of all workers. */
    COUNTS
  }

  private final String title;
  private final boolean tracks;
  private final Reading reading;
  private final int readsPerSecond;

  OverloadCase(String title, boolean tracks, Reading reading, int readsPerSecond) {
    this.title = title;
    this.tracks = tracks;
    this.reading = reading;
    this.readsPerSecond = readsPerSecond;
  }

  public String title() {
    return title;
  }

  boolean tracks() {
    return tracks;
  }

  Reading reading() {
    return reading;
  }

  boolean hasReader() {
    return reading != Reading.NOBODY;
  }

  /** The case of the same round that this one is compared with. */
  public OverloadCase reference() {
    return this == TRACKED || this == UNTRACKED ? UNTRACKED : TRACKED;
  }

  /** Passes a second that the reader is paced at; 0: as many as it can. */
  int readsPerSecond() {
    return readsPerSecond;
  }
}
