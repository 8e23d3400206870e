package kvproof.events.ingest;

import java.util.function.Consumer;
import kvproof.events.ReplayEnd;

/** Where a listener gets batches again. */
@FunctionalInterface
public interface BatchSource {
  /**
   * Hands over what there still is from {@code start} on, in the order of its arrival; other
   * sequences may be among it. Blocks until no more comes, and says why.
   */
  ReplayEnd replay(long start, Consumer<StreamBatch> sink);
}
