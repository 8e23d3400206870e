package kvproof.soak.outside;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.IndexStep;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a query, and fills up what the router cannot say with what was expected: such
 * a part is then no difference.
 *
 * <p>What the protocol leaves open is filled up too: a rank that is walked and gains nothing may be
 * listed or not, the end without a source may be anything, and a hint follows from its choice.
 */
final class AnswerReader {
  /** An answer has these fields and no other: a misspelt part would otherwise be a missing one. */
  private static final Set<String> FIELDS =
      Set.of("op", "id", "line", "device", "lower", "candidates", "intervals", "choices");

  private final Capabilities capabilities;
  private final ExpectedWords words;
  private final List<IndexStep> told = new ArrayList<>();

  AnswerReader(Capabilities capabilities) {
    this.capabilities = capabilities;
    this.words = new ExpectedWords(capabilities);
  }

  /** The router was told a step, so that an answer may have the numbers in it. */
  void told(IndexStep step) {
    told.add(step);
  }

  /** The router begins anew. */
  void reset() {
    told.clear();
  }

  Answer read(Said said, Request request, Answer expected) throws WrongShape {
    return words.areIn(said, request, expected) ? expected : read(said.tree(), request, expected);
  }

  /** Closely: whatever is wrong with the answer is said of the field in which it is. */
  Answer read(JsonNode answer, Request request, Answer expected) throws WrongShape {
    requireFields(answer, "query", FIELDS);
    if (!answer.has("id")) {
      throw new WrongShape("field 'id' is missing");
    }
    if (!request.id().equals(answer.get("id").textValue())) {
      throw WrongShape.at("id", answer.get("id"), "'" + request.id() + "', as asked,");
    }
    Answer actual = filledUp(answer, expected);
    if (!actual.equals(expected)) {
      Rounding.requireNone(answer, request, expected, told);
    }
    return actual;
  }

  private Answer filledUp(JsonNode answer, Answer expected) throws WrongShape {
    return new Answer(
        capabilities.can(Part.DEVICE) ? device(answer) : expected.device(),
        capabilities.can(Part.LOWER) ? lower(answer, expected.lower()) : expected.lower(),
        capabilities.can(Part.CANDIDATES) ? candidates(answer) : expected.candidates(),
        capabilities.can(Part.INTERVALS) ? intervals(answer) : expected.intervals(),
        capabilities.can(Part.CHOICES) ? choices(answer, expected.choices()) : expected.choices());
  }

  static void requireFields(JsonNode answer, String operation, Set<String> fields)
      throws WrongShape {
    if (!operation.equals(answer.path("op").asText())) {
      throw answer.has("op")
          ? WrongShape.at("op", answer.get("op"), "'" + operation + "'")
          : new WrongShape("field 'op' is missing");
    }
    for (Iterator<String> names = answer.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!fields.contains(name)) {
        throw new WrongShape("field '" + name + "' is none of an answer to a " + operation);
      }
    }
  }

  private static <K, V> void putOnce(String field, Map<K, V> map, K key, V value)
      throws WrongShape {
    if (map.put(key, value) != null) {
      throw new WrongShape("field '" + field + "' lists " + key + " twice");
    }
  }

  private static SortedMap<WorkerWithDpRank, DeviceMatch> device(JsonNode answer)
      throws WrongShape {
    SortedMap<WorkerWithDpRank, DeviceMatch> matches = new TreeMap<>();
    for (JsonNode element : Rows.list(answer, "device")) {
      JsonNode row = Rows.row("device", element, "[worker,rank,blocks,last]");
      var match =
          new DeviceMatch(Rows.blocks("device", row.get(2)), Rows.number("device", row.get(3)));
      putOnce("device", matches, Rows.rank("device", row), match);
    }
    return matches;
  }

  private static SortedMap<StorageTier, TierAnswer> lower(
      JsonNode answer, SortedMap<StorageTier, TierAnswer> expected) throws WrongShape {
    SortedMap<StorageTier, TierAnswer> tiers = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : Rows.object(answer, "lower").properties()) {
      StorageTier tier = lowerTier(entry.getKey());
      String field = "lower." + tier.wireName();
      SortedMap<WorkerWithDpRank, Integer> hits = hits(entry.getValue(), field + ".hits");
      TierAnswer wanted = expected.get(tier);
      if (wanted != null) {
        withoutEmptyHits(hits, wanted.hits());
      }
      tiers.put(tier, new TierAnswer(hits, next(entry.getValue(), field + ".next")));
    }
    return tiers;
  }

  private static StorageTier lowerTier(String name) throws WrongShape {
    for (StorageTier tier : StorageTier.lower()) {
      if (tier.wireName().equals(name)) {
        return tier;
      }
    }
    throw new WrongShape("field 'lower' names '" + name + "', which is no lower tier");
  }

  /** A hit of 0 blocks counts as absent, so it is as it was expected. */
  private static void withoutEmptyHits(
      SortedMap<WorkerWithDpRank, Integer> hits, SortedMap<WorkerWithDpRank, Integer> expected) {
    hits.values().removeIf(blocks -> blocks == 0);
    expected.forEach(
        (rank, blocks) -> {
          if (blocks == 0) {
            hits.putIfAbsent(rank, 0);
          }
        });
  }

  private static JsonNode listIn(JsonNode tier, String field) throws WrongShape {
    String name = field.substring(field.lastIndexOf('.') + 1);
    if (!tier.isObject() || !tier.path(name).isArray()) {
      throw WrongShape.at(field, tier, "an object with the lists 'hits' and 'next'");
    }
    return tier.get(name);
  }

  private static SortedMap<WorkerWithDpRank, Integer> hits(JsonNode tier, String field)
      throws WrongShape {
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>();
    for (JsonNode element : listIn(tier, field)) {
      JsonNode row = Rows.row(field, element, "[worker,rank,blocks]");
      putOnce(field, hits, Rows.rank(field, row), Rows.blocks(field, row.get(2)));
    }
    return hits;
  }

  private static SortedMap<WorkerWithDpRank, WalkPosition> next(JsonNode tier, String field)
      throws WrongShape {
    SortedMap<WorkerWithDpRank, WalkPosition> next = new TreeMap<>();
    for (JsonNode element : listIn(tier, field)) {
      JsonNode row = Rows.row(field, element, "[worker,rank,position,last]");
      OptionalLong last = Rows.numberOrNull(field, row.get(3));
      var position = new WalkPosition(Rows.blocks(field, row.get(2)), last);
      putOnce(field, next, Rows.rank(field, row), position);
    }
    return next;
  }

  private static Optional<TransferCandidates> candidates(JsonNode answer) throws WrongShape {
    if (answer.path("candidates").isNull()) {
      return Optional.empty();
    }
    JsonNode candidates = Rows.object(answer, "candidates");
    List<Long> chain = new ArrayList<>();
    for (JsonNode hash : Rows.list(candidates, "chain")) {
      chain.add(Rows.number("candidates.chain", hash));
    }
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    for (JsonNode element : Rows.list(candidates, "owners")) {
      JsonNode row = Rows.row("candidates.owners", element, "[worker,rank,prefix_blocks]");
      putOnce(
          "candidates.owners",
          owners,
          Rows.owner("candidates.owners", row),
          Rows.blocks("candidates.owners", row.get(2)));
    }
    return Optional.of(new TransferCandidates(BlockHashes.of(chain), owners));
  }

  private static List<SourceInterval> intervals(JsonNode answer) throws WrongShape {
    List<SourceInterval> intervals = new ArrayList<>();
    for (JsonNode element : Rows.list(answer, "intervals")) {
      JsonNode row = Rows.row("intervals", element, "[worker,rank,start,end]");
      int start = Rows.blocks("intervals", row.get(2));
      int end = Rows.blocks("intervals", row.get(3));
      if (end <= start) {
        throw WrongShape.at("intervals", row, "a start before its end");
      }
      intervals.add(
          new SourceInterval(Rows.owner("intervals", row), new BlockInterval(start, end)));
    }
    return intervals;
  }

  private static SortedMap<WorkerWithDpRank, SourceChoice> choices(
      JsonNode answer, SortedMap<WorkerWithDpRank, SourceChoice> expected) throws WrongShape {
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
    for (JsonNode element : Rows.list(answer, "choices")) {
      JsonNode row = Rows.row("choices", element, "[worker,rank,frontier,source,end]");
      WorkerWithDpRank target = Rows.rank("choices", row);
      putOnce("choices", choices, target, choice(row, expected.get(target)));
    }
    return choices;
  }

  private static SourceChoice choice(JsonNode row, @Nullable SourceChoice expected)
      throws WrongShape {
    int frontier = Rows.blocks("choices", row.get(2));
    if (row.get(3).isNull()) {
      return SourceChoice.none(frontier);
    }
    JsonNode source = Rows.row("choices", row.get(3), "[source_worker,source_rank]");
    Optional<Owner> owner = Optional.of(Rows.owner("choices", source));
    int end = Rows.blocks("choices", row.get(4));
    if (expected != null && expected.source().equals(owner) && expected.end() == end) {
      return new SourceChoice(frontier, owner, end, expected.hint());
    }
    return new SourceChoice(frontier, owner, end, Optional.empty());
  }
}
