package kvproof.events.ingest;

import java.util.List;
import java.util.function.Supplier;
import kvproof.model.KvCacheEvent;

/**
 * A batch of a stream that could be decoded.
 *
 * @param sequence unsigned
 * @param events worked out at most once, when the batch is applied, and never for a repeat: what
 *     works them out may learn from every batch that it sees
 */
public record StreamBatch(long sequence, Supplier<List<KvCacheEvent>> events) {

  public static StreamBatch of(long sequence, List<KvCacheEvent> events) {
    return new StreamBatch(sequence, () -> events);
  }
}
