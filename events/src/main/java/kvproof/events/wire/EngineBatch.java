package kvproof.events.wire;

import java.util.List;
import java.util.OptionalInt;

/**
 * What an engine publishes under one sequence number.
 *
 * @param timestamp mandatory, and used by nobody
 * @param dpRank unsigned 32-bit; absent: the rank of the listener
 */
public record EngineBatch(double timestamp, List<EngineEvent> events, OptionalInt dpRank) {
  public EngineBatch {
    events = List.copyOf(events);
  }
}
