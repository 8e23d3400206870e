package kvproof.events.routerevent;

import java.util.List;

/**
 * Everything that one index holds, as events that rebuild it.
 *
 * @param blockSize tokens per block, at least 1
 */
public record PartitionDump(int blockSize, List<RouterEvent> events) {
  public PartitionDump {
    if (blockSize < 1) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    events = List.copyOf(events);
  }
}
