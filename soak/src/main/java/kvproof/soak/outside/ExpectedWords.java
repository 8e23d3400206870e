package kvproof.soak.outside;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Sees in one pass, without a tree, that an answer to a query says what was expected, with its rows
 * in their usual order.
 *
 * <p>It says yes only where {@link AnswerReader} would come to the expected answer, and no whenever
 * it is not sure: another order, an unusual spelling, anything wrong.
 */
final class ExpectedWords {
  private static final JsonFactory JSON = new JsonFactory();

  private final Capabilities capabilities;

  ExpectedWords(Capabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** Whether {@code said}, which is one JSON object without a field that comes twice, is it. */
  boolean areIn(Said said, Request request, Answer expected) {
    try (JsonParser json = JSON.createParser(said.bytes())) {
      return json.nextToken() == JsonToken.START_OBJECT
          && areIn(new PlainRows(json), json, request, expected);
    } catch (JacksonException unusual) {
      return false;
    } catch (IOException impossible) {
      throw new AssertionError("bytes that cannot be read", impossible);
    }
  }

  private boolean areIn(PlainRows rows, JsonParser json, Request request, Answer expected)
      throws IOException {
    int due = 2; // the operation, and whose answer it is
    for (Part part :
        List.of(Part.DEVICE, Part.LOWER, Part.CANDIDATES, Part.INTERVALS, Part.CHOICES)) {
      due += capabilities.can(part) ? 1 : 0;
    }
    for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
      boolean isAsExpected =
          switch (field) {
            case "op" -> rows.isText("query");
            case "id" -> rows.isText(request.id());
            case "line" -> rows.isPassedOver();
            case "device" -> isLeftOut(Part.DEVICE, rows) || device(rows, expected.device());
            case "lower" -> isLeftOut(Part.LOWER, rows) || lower(rows, json, expected.lower());
            case "candidates" ->
                isLeftOut(Part.CANDIDATES, rows) || candidates(rows, json, expected.candidates());
            case "intervals" ->
                isLeftOut(Part.INTERVALS, rows) || intervals(rows, expected.intervals());
            case "choices" -> isLeftOut(Part.CHOICES, rows) || choices(rows, expected.choices());
            default -> false;
          };
      if (!isAsExpected) {
        return false;
      }
      due -= isDue(field) ? 1 : 0;
    }
    return due == 0;
  }

  /** Fields that must be there; none comes twice. */
  private boolean isDue(String field) {
    return switch (field) {
      case "op", "id" -> true;
      case "device" -> capabilities.can(Part.DEVICE);
      case "lower" -> capabilities.can(Part.LOWER);
      case "candidates" -> capabilities.can(Part.CANDIDATES);
      case "intervals" -> capabilities.can(Part.INTERVALS);
      case "choices" -> capabilities.can(Part.CHOICES);
      default -> false;
    };
  }

  private boolean isLeftOut(Part part, PlainRows rows) throws IOException {
    return !capabilities.can(part) && rows.isPassedOver();
  }

  private static boolean device(PlainRows rows, SortedMap<WorkerWithDpRank, DeviceMatch> expected)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    for (Map.Entry<WorkerWithDpRank, DeviceMatch> match : expected.entrySet()) {
      if (!(rows.begins()
          && rows.isRank(match.getKey())
          && rows.isBlocks(match.getValue().blocks())
          && rows.isNumber(match.getValue().lastExternalHash())
          && rows.ends())) {
        return false;
      }
    }
    return rows.ends();
  }

  private static boolean lower(
      PlainRows rows, JsonParser json, SortedMap<StorageTier, TierAnswer> expected)
      throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return false;
    }
    for (Map.Entry<StorageTier, TierAnswer> tier : expected.entrySet()) {
      if (!(tier.getKey().wireName().equals(json.nextFieldName())
          && json.nextToken() == JsonToken.START_OBJECT
          && "hits".equals(json.nextFieldName())
          && hits(rows, json, tier.getValue().hits())
          && "next".equals(json.nextFieldName())
          && next(rows, tier.getValue().next())
          && json.nextToken() == JsonToken.END_OBJECT)) {
        return false;
      }
    }
    return json.nextToken() == JsonToken.END_OBJECT;
  }

  /** Hits of 0 blocks may be listed or not. */
  private static boolean hits(
      PlainRows rows, JsonParser json, SortedMap<WorkerWithDpRank, Integer> expected)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    Iterator<Map.Entry<WorkerWithDpRank, Integer>> due = expected.entrySet().iterator();
    while (json.nextToken() == JsonToken.START_ARRAY) {
      Optional<WorkerWithDpRank> rank = rows.rank();
      Map.Entry<WorkerWithDpRank, Integer> hit = null;
      while (rank.isPresent()
          && due.hasNext()
          && (hit == null || !hit.getKey().equals(rank.get()))) {
        if (hit != null && hit.getValue() != 0) {
          return false;
        }
        hit = due.next();
      }
      if (rank.isEmpty()
          || hit == null
          || !hit.getKey().equals(rank.get())
          || !rows.isBlocks(hit.getValue())
          || !rows.ends()) {
        return false;
      }
    }
    while (due.hasNext()) {
      if (due.next().getValue() != 0) {
        return false;
      }
    }
    return json.currentToken() == JsonToken.END_ARRAY;
  }

  private static boolean next(PlainRows rows, SortedMap<WorkerWithDpRank, WalkPosition> expected)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    for (Map.Entry<WorkerWithDpRank, WalkPosition> next : expected.entrySet()) {
      if (!(rows.begins()
          && rows.isRank(next.getKey())
          && rows.isBlocks(next.getValue().position())
          && rows.isNumberOrNull(next.getValue().lastExternalHash())
          && rows.ends())) {
        return false;
      }
    }
    return rows.ends();
  }

  private static boolean candidates(
      PlainRows rows, JsonParser json, Optional<TransferCandidates> expected) throws IOException {
    JsonToken first = json.nextToken();
    if (expected.isEmpty() || first != JsonToken.START_OBJECT) {
      return expected.isEmpty() && first == JsonToken.VALUE_NULL;
    }
    return "chain".equals(json.nextFieldName())
        && rows.areNumbers(expected.get().chain())
        && "owners".equals(json.nextFieldName())
        && rows.areOwners(expected.get().owners())
        && json.nextToken() == JsonToken.END_OBJECT;
  }

  private static boolean intervals(PlainRows rows, List<SourceInterval> expected)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    for (SourceInterval found : expected) {
      if (!(rows.begins()
          && rows.isOwner(found.owner())
          && rows.isBlocks(found.interval().start())
          && rows.isBlocks(found.interval().end())
          && rows.ends())) {
        return false;
      }
    }
    return rows.ends();
  }

  private static boolean choices(PlainRows rows, SortedMap<WorkerWithDpRank, SourceChoice> expected)
      throws IOException {
    if (!rows.begins()) {
      return false;
    }
    for (Map.Entry<WorkerWithDpRank, SourceChoice> choice : expected.entrySet()) {
      if (!(rows.begins()
          && rows.isRank(choice.getKey())
          && rows.isBlocks(choice.getValue().frontier())
          && isChosen(rows, choice.getValue())
          && rows.ends())) {
        return false;
      }
    }
    return rows.ends();
  }

  /** Where there is no source, the end is not compared. */
  private static boolean isChosen(PlainRows rows, SourceChoice choice) throws IOException {
    if (choice.source().isEmpty()) {
      return choice.equals(SourceChoice.none(choice.frontier()))
          && rows.isNull()
          && rows.isPassedOver();
    }
    return rows.begins()
        && rows.isOwner(choice.source().get())
        && rows.ends()
        && rows.isBlocks(choice.end());
  }
}
