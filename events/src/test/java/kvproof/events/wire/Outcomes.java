package kvproof.events.wire;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.events.wire.FilterResult.Filtered;

/** What becomes of engine events, in the notation of {@code vectors.txt}. */
final class Outcomes {
  private final StreamConfig config;
  private final EventFilter filter;
  private final EventConverter converter;

  Outcomes(StreamConfig config) {
    this.config = config;
    this.filter = new EventFilter(config.isRegistered(), config.isStateAgent());
    this.converter = new EventConverter(config);
  }

  EventConverter converter() {
    return converter;
  }

  /** One text an event. */
  List<String> of(EngineBatch batch) {
    int dpRank = batch.dpRank().orElse(config.listener().dpRank());
    List<String> outcomes = new ArrayList<>();
    for (EngineEvent event : batch.events()) {
      outcomes.add(
          switch (filter.filter(event, dpRank)) {
            case Accepted accepted -> converted(accepted, dpRank);
            case Filtered(var reason) -> "filtered " + ReasonCounts.label(reason);
          });
    }
    return outcomes;
  }

  /** All of them in one line. */
  String line(EngineBatch batch) {
    return batch.events().isEmpty() ? "nothing" : String.join(" ; ", of(batch));
  }

  private String converted(Accepted accepted, int dpRank) {
    long malformedBefore = converter.counts().of(ConversionCount.MALFORMED);
    RouterEvent event = converter.convert(accepted, dpRank, 0);
    boolean isMalformed = converter.counts().of(ConversionCount.MALFORMED) > malformedBefore;
    return (isMalformed ? "malformed " : "") + print(event);
  }

  static String print(RouterEvent event) {
    var words = new StringJoiner(" ");
    switch (event.data()) {
      case Stored(var parent, _, var blocks) -> {
        words.add("stored").add(event.rank().toString()).add(event.tier().wireName());
        words.add(parent.isPresent() ? Long.toUnsignedString(parent.getAsLong()) : "-");
        blocks.forEach(block -> words.add(print(block)));
      }
      case Removed(var hashes) -> {
        words.add("removed").add(event.rank().toString()).add(event.tier().wireName());
        hashes.stream().forEach(hash -> words.add(Long.toUnsignedString(hash)));
      }
      case Cleared() -> words.add("cleared").add(event.rank().toString());
    }
    event.sessionId().ifPresent(words::add);
    return words.toString();
  }

  private static String print(StoredBlock block) {
    return Long.toUnsignedString(block.blockHash())
        + ":"
        + HexFormat.of().toHexDigits(block.tokensHash())
        + (block.mmObjects().isEmpty()
            ? ""
            : block.mmObjects().stream()
                .map(MmObjectInfo::mmHash)
                .map(Long::toUnsignedString)
                .collect(Collectors.joining(",", "{", "}")));
  }
}
