package kvproof.events.ingest;

import kvproof.events.ReasonCounts;

/** Counts of one stream, each of which counts among those of all streams too. */
final class StreamCounts {
  private final ReasonCounts<IngestCount> own = new ReasonCounts<>(IngestCount.class);
  private final ReasonCounts<IngestCount> all;

  StreamCounts(ReasonCounts<IngestCount> all) {
    this.all = all;
  }

  void add(IngestCount count) {
    add(count, 1);
  }

  void add(IngestCount count, long times) {
    own.add(count, times);
    all.add(count, times);
  }

  ReasonCounts<IngestCount> own() {
    return own;
  }
}
