package kvproof.events.routerevent;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The dumps of all partitions of a router, as one JSON document. */
public final class DumpDocument {
  /*
   *   {"model:group": {"block_size": 16, "events": [...]}, ...}
   *
   * Readers split the key at its first colon, so a model with a colon in its name would be misread.
   * Such a name, and one with a percent sign, is written into the key with %3A and %25, and as it
   * is into the fields "model" and "routing_group" of the value, which win when they are there. No
   * two partitions share a key, readers of the simple form still read the document, and documents
   * of ordinary names look as they always did.
   */
  private static final String BLOCK_SIZE = "block_size";
  private static final String EVENTS = "events";
  private static final String MODEL = "model";
  private static final String ROUTING_GROUP = "routing_group";

  private DumpDocument() {}

  public static String toJson(SortedMap<PartitionName, PartitionDump> partitions) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<PartitionName, PartitionDump> entry : partitions.entrySet()) {
      PartitionName name = entry.getKey();
      String model = name.model().replace("%", "%25").replace(":", "%3A");
      ObjectNode partition = document.putObject(model + ":" + name.routingGroup());
      if (!model.equals(name.model())) {
        partition.put(MODEL, name.model()).put(ROUTING_GROUP, name.routingGroup());
      }
      partition.put(BLOCK_SIZE, entry.getValue().blockSize());
      ArrayNode events = partition.putArray(EVENTS);
      entry.getValue().events().forEach(event -> events.add(RouterEventWriter.write(event)));
    }
    return document.toString();
  }

  /** Reads both forms of a partition's name. Refuses a document that names a partition twice. */
  public static SortedMap<PartitionName, PartitionDump> ofJson(String json)
      throws MalformedRouterEventException {
    SortedMap<PartitionName, PartitionDump> partitions = new TreeMap<>();
    JsonField document = JsonField.parse(json, "dump");
    for (String key : document.names()) {
      JsonField partition = document.required(key);
      PartitionName name = name(key, partition);
      if (partitions.put(name, dump(partition)) != null) {
        throw new MalformedRouterEventException("dump names the partition " + name + " twice");
      }
    }
    return partitions;
  }

  private static PartitionName name(String key, JsonField partition)
      throws MalformedRouterEventException {
    Optional<JsonField> model = partition.optional(MODEL);
    Optional<JsonField> routingGroup = partition.optional(ROUTING_GROUP);
    if (model.isPresent() && routingGroup.isPresent()) {
      return new PartitionName(model.get().text(), routingGroup.get().text());
    }
    int colon = key.indexOf(':');
    if (colon < 0) {
      throw new MalformedRouterEventException(
          "dump of '" + key + "', expected model:routing group");
    }
    return new PartitionName(key.substring(0, colon), key.substring(colon + 1));
  }

  private static PartitionDump dump(JsonField partition) throws MalformedRouterEventException {
    JsonField blockSize = partition.required(BLOCK_SIZE);
    long tokens = blockSize.unsigned(Integer.SIZE - 1);
    if (tokens == 0) {
      throw blockSize.not("at least 1");
    }
    List<RouterEvent> events = new ArrayList<>();
    for (JsonField event : partition.required(EVENTS).elements()) {
      events.add(RouterEventReader.read(event));
    }
    return new PartitionDump((int) tokens, events);
  }
}
