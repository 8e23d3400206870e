package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.soak.dataplane.timeline.TimelineEvent.Side;

/**
 * What a life of a service is to be like.
 *
 * @param agent unique among all agents of a run
 * @param endpoint where its control channel is bound; port 0 for any
 * @param layout parts of a block, in order
 * @param side what its events are filed under
 * @param stop where a fetch stands until it is told to go on
 * @param fault what goes wrong within it
 */
public record OpenOrder(
    String agent,
    String endpoint,
    BlockLayout layout,
    int deviceSlots,
    int hostSlots,
    Duration operationTimeout,
    Duration abandonTimeout,
    Side side,
    Optional<Stop> stop,
    Optional<FetchFault> fault) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The order as the fields of a line. */
  public ObjectNode toJson() {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("op", "open").put("agent", agent).put("endpoint", endpoint);
    ArrayNode parts = node.putArray("parts");
    layout.bytesByLabel().forEach((label, bytes) -> parts.addArray().add(label).add(bytes));
    node.put("device", deviceSlots).put("host", hostSlots);
    node.put("operation_nanos", operationTimeout.toNanos());
    node.put("abandon_nanos", abandonTimeout.toNanos());
    node.put("side", wireName(side));
    stop.ifPresent(place -> node.put("stop", wireName(place)));
    fault.ifPresent(
        struck ->
            node.put("fault", wireName(struck.kind())).put("phase", wireName(struck.phase())));
    return node;
  }

  /** Reads what {@link #toJson} wrote. */
  static OpenOrder of(JsonNode node) {
    SequencedMap<String, Integer> parts = new LinkedHashMap<>();
    node.path("parts").forEach(part -> parts.put(part.path(0).asText(), part.path(1).asInt()));
    return new OpenOrder(
        node.path("agent").asText(),
        node.path("endpoint").asText(),
        new BlockLayout(parts),
        node.path("device").asInt(),
        node.path("host").asInt(),
        Duration.ofNanos(node.path("operation_nanos").asLong()),
        Duration.ofNanos(node.path("abandon_nanos").asLong()),
        Side.valueOf(name(node, "side")),
        node.has("stop") ? Optional.of(Stop.valueOf(name(node, "stop"))) : Optional.empty(),
        node.has("fault")
            ? Optional.of(
                new FetchFault(
                    FetchFault.Kind.valueOf(name(node, "fault")),
                    FetchPhase.valueOf(name(node, "phase"))))
            : Optional.empty());
  }

  /** An order that nothing goes wrong with. */
  public static OpenOrder undisturbed(
      String agent,
      String endpoint,
      BlockLayout layout,
      int slots,
      Duration operationTimeout,
      Side side) {
    return new OpenOrder(
        agent,
        endpoint,
        layout,
        slots,
        slots,
        operationTimeout,
        operationTimeout.multipliedBy(2),
        side,
        Optional.empty(),
        Optional.empty());
  }

  /** The same with something that goes wrong, or a place to stop at. */
  public OpenOrder disturbed(Optional<Stop> stopAt, Optional<FetchFault> struck) {
    return new OpenOrder(
        agent,
        endpoint,
        layout,
        deviceSlots,
        hostSlots,
        operationTimeout,
        abandonTimeout,
        side,
        stopAt,
        struck);
  }

  private static String name(JsonNode node, String field) {
    return node.path(field).asText().toUpperCase(Locale.ROOT);
  }

  private static String wireName(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
