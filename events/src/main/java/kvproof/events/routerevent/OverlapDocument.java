package kvproof.events.routerevent;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * What an index says of a prompt, as a document for a router elsewhere: overlaps and hits of every
 * tier. Sources are not carried: whoever reads it makes no transfer of it.
 *
 * @param device as {@link Answer#device()}
 * @param lower as {@link Answer#lower()}
 * @param warnings what was passed over in reading; a tier that stands twice counts as it stands
 *     last
 */
public record OverlapDocument(
    SortedMap<WorkerWithDpRank, DeviceMatch> device,
    SortedMap<StorageTier, TierAnswer> lower,
    List<String> warnings) {
  /*
   * {"scores":[[worker,rank,blocks,last hash],...],
   *  "frequencies":[],                              a legacy field that must stay
   *  "lower":{"host_pinned":{"hits":[[worker,rank,blocks],...],
   *                          "next":[[worker,rank,position,last hash or null],...]},...}}
   */
  private static final JsonMapper JSON = new JsonMapper();
  private static final String WHAT = "overlaps";

  public OverlapDocument {
    device = new TreeMap<>(device);
    lower = new TreeMap<>(lower);
    warnings = List.copyOf(warnings);
  }

  public static OverlapDocument of(Answer answer) {
    return new OverlapDocument(answer.device(), answer.lower(), List.of());
  }

  /** One line of JSON; numbers digit for digit up to 2^64 - 1. */
  public String toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode scores = root.putArray("scores");
    device.forEach(
        (rank, match) ->
            row(scores, rank).add(match.blocks()).add(UnsignedNode.of(match.lastExternalHash())));
    root.putArray("frequencies");
    ObjectNode tiers = root.putObject("lower");
    lower.forEach((tier, answer) -> write(tiers.putObject(tier.wireName()), answer));
    return root.toString();
  }

  private static void write(ObjectNode node, TierAnswer answer) {
    ArrayNode hits = node.putArray("hits");
    answer.hits().forEach((rank, blocks) -> row(hits, rank).add(blocks));
    ArrayNode next = node.putArray("next");
    answer
        .next()
        .forEach(
            (rank, position) -> {
              ArrayNode row = row(next, rank).add(position.position());
              OptionalLong last = position.lastExternalHash();
              row.add(
                  last.isPresent()
                      ? UnsignedNode.of(last.getAsLong())
                      : JsonNodeFactory.instance.nullNode());
            });
  }

  private static ArrayNode row(ArrayNode rows, WorkerWithDpRank rank) {
    return rows.addArray()
        .add(UnsignedNode.of(rank.workerId()))
        .add(Integer.toUnsignedLong(rank.dpRank()));
  }

  /** Reads what {@link #toJson} wrote; unknown fields are passed over. */
  public static OverlapDocument ofJson(String json) throws MalformedRouterEventException {
    SortedMap<WorkerWithDpRank, DeviceMatch> device = new TreeMap<>();
    SortedMap<StorageTier, TierAnswer> lower = new TreeMap<>();
    List<String> warnings = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(json)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, "an object", json);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "scores" -> readScores(JSON.readTree(parser), device);
          case "lower" -> readTiers(parser, lower, warnings);
          default -> parser.skipChildren();
        }
      }
    } catch (JsonProcessingException notJson) {
      throw new MalformedRouterEventException(
          "unreadable " + WHAT + ": " + notJson.getOriginalMessage(), notJson);
    } catch (IOException impossible) {
      throw new AssertionError("a text cannot fail to be read", impossible);
    }
    return new OverlapDocument(device, lower, warnings);
  }

  private static void readScores(JsonNode rows, SortedMap<WorkerWithDpRank, DeviceMatch> device)
      throws MalformedRouterEventException {
    for (JsonNode row : rows) {
      require(row.size() == 4, "[worker, rank, blocks, last hash]", row.toString());
      device.put(
          rank(row),
          new DeviceMatch(
              number(row.get(2)).intValue(), number(row.get(3)).bigIntegerValue().longValue()));
    }
  }

  private static void readTiers(
      JsonParser parser, SortedMap<StorageTier, TierAnswer> lower, List<String> warnings)
      throws IOException, MalformedRouterEventException {
    require(parser.currentToken() == JsonToken.START_OBJECT, "an object of tiers", "lower");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      TierAnswer answer = tier(JSON.readTree(parser));
      if (lower.put(tierNamed(name), answer) != null) {
        warnings.add("tier " + name + " stands twice: the last one counts");
      }
    }
  }

  private static StorageTier tierNamed(String name) throws MalformedRouterEventException {
    try {
      return StorageTier.ofWireName(name);
    } catch (IllegalArgumentException unknown) {
      throw new MalformedRouterEventException(WHAT + ": " + unknown.getMessage(), unknown);
    }
  }

  private static TierAnswer tier(JsonNode node) throws MalformedRouterEventException {
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    for (JsonNode row : node.path("hits")) {
      require(row.size() == 3, "[worker, rank, blocks]", row.toString());
      hits.put(rank(row), number(row.get(2)).intValue());
    }
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (JsonNode row : node.path("next")) {
      require(row.size() == 4, "[worker, rank, position, last hash or null]", row.toString());
      JsonNode last = row.get(3);
      next.put(
          rank(row),
          new WalkPosition(
              number(row.get(2)).intValue(),
              last.isNull()
                  ? OptionalLong.empty()
                  : OptionalLong.of(number(last).bigIntegerValue().longValue())));
    }
    return new TierAnswer(hits, next);
  }

  private static WorkerWithDpRank rank(JsonNode row) throws MalformedRouterEventException {
    return new WorkerWithDpRank(
        number(row.get(0)).bigIntegerValue().longValue(), (int) number(row.get(1)).longValue());
  }

  private static JsonNode number(JsonNode node) throws MalformedRouterEventException {
    require(node.isIntegralNumber(), "a number", node.toString());
    return node;
  }

  private static void require(boolean holds, String expected, String actual)
      throws MalformedRouterEventException {
    if (!holds) {
      throw new MalformedRouterEventException(WHAT + ": expected " + expected + ", not " + actual);
    }
  }
}
