package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.HeldBlock;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Reads what a router says of its state: greeting, resident counts, inventories. */
final class StateReader {
  private StateReader() {}

  static Capabilities hello(JsonNode answer) throws WrongShape {
    if (!"hello".equals(answer.path("op").asText())) {
      throw new WrongShape("the greeting is not answered with 'op':'hello'");
    }
    if (answer.path("protocol").asLong(-1) != 1) {
      throw WrongShape.at("protocol", answer.path("protocol"), "1");
    }
    List<String> can = new ArrayList<>();
    for (JsonNode part : Rows.list(answer, "can")) {
      can.add(part.asText());
    }
    String history = answer.path("history").asText("engine");
    if (!history.equals("engine") && !history.equals("irregular")) {
      throw WrongShape.at("history", answer.get("history"), "'engine' or 'irregular'");
    }
    return new Capabilities(
        answer.path("name").asText(),
        answer.path("version").asText(),
        Capabilities.known(can),
        history.equals("engine"));
  }

  /** The counts of exactly these ranks. */
  static SortedMap<WorkerWithDpRank, OptionalLong> resident(
      Said said, Collection<WorkerWithDpRank> asked) throws WrongShape {
    Optional<SortedMap<WorkerWithDpRank, OptionalLong>> counts = PlainCounts.in(said, asked);
    return counts.isPresent() ? counts.get() : resident(said.tree(), asked);
  }

  static SortedMap<WorkerWithDpRank, OptionalLong> resident(
      JsonNode answer, Collection<WorkerWithDpRank> asked) throws WrongShape {
    AnswerReader.requireFields(answer, "resident", Set.of("op", "line", "counts"));
    SortedMap<WorkerWithDpRank, OptionalLong> counts = new TreeMap<>();
    for (JsonNode element : Rows.list(answer, "counts")) {
      JsonNode row = Rows.row("counts", element, "[worker,rank,count]");
      WorkerWithDpRank rank = Rows.rank("counts", row);
      if (counts.put(rank, Rows.numberOrNull("counts", row.get(2))) != null) {
        throw new WrongShape("field 'counts' lists " + rank + " twice");
      }
    }
    if (counts.size() != asked.size() || !counts.keySet().containsAll(asked)) {
      throw new WrongShape("field 'counts' is about " + counts.keySet() + ", asked was " + asked);
    }
    return counts;
  }

  /** By tier, and as the router ordered them within a tier. */
  static List<HeldBlock> dump(JsonNode answer) throws WrongShape {
    AnswerReader.requireFields(answer, "dump", Set.of("op", "line", "tiers"));
    SortedMap<StorageTier, List<HeldBlock>> tiers = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : Rows.object(answer, "tiers").properties()) {
      StorageTier tier = tier(entry.getKey());
      String field = "tiers." + entry.getKey();
      if (!entry.getValue().isArray()) {
        throw WrongShape.at(field, entry.getValue(), "a list");
      }
      List<HeldBlock> blocks = new ArrayList<>();
      for (JsonNode element : entry.getValue()) {
        JsonNode row = Rows.row(field, element, "[worker,rank,parent,local,external]");
        blocks.add(
            new HeldBlock(
                tier,
                Rows.owner(field, row),
                Rows.numberOrNull(field, row.get(2)),
                Rows.number(field, row.get(3)),
                Rows.number(field, row.get(4))));
      }
      tiers.put(tier, blocks);
    }
    return tiers.values().stream().flatMap(List::stream).toList();
  }

  private static StorageTier tier(String name) throws WrongShape {
    try {
      return StorageTier.ofWireName(name);
    } catch (IllegalArgumentException unknown) {
      throw new WrongShape("field 'tiers': " + unknown.getMessage());
    }
  }
}
