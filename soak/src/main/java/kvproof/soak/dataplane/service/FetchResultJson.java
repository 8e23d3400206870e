package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchResult;
import kvproof.model.HashText;

/** What is seen of a fetch, as JSON: in a process's answers and in reports. */
public final class FetchResultJson {
  private FetchResultJson() {}

  public static void add(ObjectNode node, FetchResult result) {
    FetchOutcome outcome = result.outcome();
    node.put("status", outcome.status().name().toLowerCase(Locale.ROOT))
        .put("asked", outcome.asked())
        .put("delivered", outcome.delivered())
        .put("missing", outcome.missing())
        .put("credit", outcome.credit())
        .put("credit_after_hole_computed", outcome.creditAfterHoleComputed());
    ArrayNode wrong = node.putArray("wrong_blocks");
    result.wrongBlocks().forEach(hash -> wrong.add(HashText.print(hash)));
    node.put("hint_failed", result.isHintFailed())
        .put("timed_out", result.isTimedOut())
        .put("quarantined", result.wasQuarantined())
        .put("quiet", result.isQuiet());
  }

  /** Reads what {@link #add} wrote. */
  public static FetchResult of(JsonNode node) {
    List<Long> wrong = new ArrayList<>();
    node.path("wrong_blocks").forEach(hash -> wrong.add(HashText.parse(hash.asText())));
    var outcome =
        new FetchOutcome(
            Status.valueOf(node.path("status").asText().toUpperCase(Locale.ROOT)),
            node.path("asked").asInt(),
            node.path("delivered").asInt(),
            node.path("missing").asInt(),
            node.path("credit").asInt(),
            node.path("credit_after_hole_computed").asInt());
    return new FetchResult(
        outcome,
        wrong,
        node.path("hint_failed").asBoolean(),
        node.path("timed_out").asBoolean(),
        node.path("quarantined").asBoolean(),
        node.path("quiet").asBoolean());
  }
}
