package kvproof.events.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.events.wire.FilterResult.Filtered;

/**
 * One listener's way from engine batches to router events: filter, pages into blocks where the
 * engine reports pages, then conversion.
 *
 * <p>Batches have to come once each and in order; repeats are dropped in front of it. Not for
 * several threads, except for the counts.
 */
public final class EventIntake {
  private final StreamConfig config;
  private final EventFilter filter;
  private final EventConverter converter;
  private final ReasonCounts<ConversionCount> converted = new ReasonCounts<>(ConversionCount.class);
  private final Map<Integer, PageCoalescer> pagesByRank = new HashMap<>();
  private final ReasonCounts<FilterReason> filtered = new ReasonCounts<>(FilterReason.class);

  public EventIntake(StreamConfig config) {
    this.config = config;
    this.filter = new EventFilter(config.isRegistered(), config.isStateAgent());
    this.converter = new EventConverter(config, converted);
  }

  /** The router events of a batch, in its order; all have the sequence as their id. */
  public List<RouterEvent> convert(EngineBatch batch, long sequence) {
    int dpRank = batch.dpRank().orElse(config.listener().dpRank());
    List<RouterEvent> events = new ArrayList<>();
    for (EngineEvent event : batch.events()) {
      switch (filter.filter(event, dpRank)) {
        case Accepted accepted ->
            inBlocks(accepted, dpRank)
                .forEach(block -> events.add(converter.convert(block, dpRank, sequence)));
        case Filtered(var reason) -> filtered.add(reason);
      }
    }
    return List.copyOf(events);
  }

  private List<Accepted> inBlocks(Accepted accepted, int dpRank) {
    if (config.pages().isEmpty()) {
      return List.of(accepted);
    }
    return pagesByRank
        .computeIfAbsent(
            dpRank, _ -> new PageCoalescer(config.pages().get(), config.blockSize(), converted))
        .take(accepted);
  }

  /** Events that did not pass, by reason. */
  public ReasonCounts<FilterReason> filtered() {
    return filtered;
  }

  /** Events that passed, and what was wrong with them. */
  public ReasonCounts<ConversionCount> converted() {
    return converted;
  }

  /** The first few stores whose tokens did not fit their hashes. */
  public List<String> warnings() {
    return converter.warnings();
  }
}
