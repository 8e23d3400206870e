package kvproof.soak.dataplane.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import kvproof.soak.dataplane.plan.FaultSelection;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.dataplane.service.FetchResultJson;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.SeedText;

/**
 * The report as JSON, schema {@value #SCHEMA}: a reader may rely on every key that is there now;
 * later versions may add keys, and a key that changes its meaning changes the schema's number.
 */
final class FetchJson {
  static final String SCHEMA = "kvproof-fetch/1";
  private static final JsonMapper MAPPER = new JsonMapper();

  private FetchJson() {}

  static String of(FetchReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    var summary = FetchSummary.of(report);
    root.put("schema", SCHEMA);
    root.put("version", report.version());
    root.put("ending", report.ending().name().toLowerCase(Locale.ROOT));
    root.put("seed", SeedText.print(report.seed()));
    root.put("cases_asked", report.casesAsked());
    root.put("cases_done", report.results().size());
    root.put("diverged", summary.diverged());
    root.put("summary", summary.line());
    ObjectNode options = root.putObject("options");
    for (Option option : report.options()) {
      options.put(option.name(), option.value());
    }
    ArrayNode speeds = root.putArray("throughput");
    report.speeds().forEach(speed -> add(speeds.addObject(), speed));
    ArrayNode cases = root.putArray("cases");
    report.results().forEach(result -> add(cases.addObject(), result));
    return print(root);
  }

  private static void add(ObjectNode node, SpeedRow speed) {
    node.put("what", speed.what())
        .put("blocks", speed.measured().blocks())
        .put("block_bytes", speed.measured().blockBytes())
        .put("bytes_per_second", speed.measured().agentBytesPerSecond())
        .put("beside", speed.beside())
        .put("beside_bytes_per_second", speed.measured().baselineBytesPerSecond());
  }

  private static void add(ObjectNode node, TrialResult result) {
    FetchPlan plan = result.plan();
    node.put("number", plan.number());
    node.put("seed", SeedText.print(plan.seed()));
    node.put("scenario", plan.scenario().wireName());
    plan.fault()
        .ifPresent(
            fault ->
                node.put("fault", FaultSelection.name(fault.kind()))
                    .put("phase", fault.phase().name().toLowerCase(Locale.ROOT)));
    node.put("target", plan.target().toString());
    result.asked().ifPresent(source -> node.put("source", source.toString()));
    node.put("blocks", plan.externalHashes().size());
    ObjectNode parts = node.putObject("part_bytes");
    plan.layout().bytesByLabel().forEach(parts::put);
    result.expected().ifPresent(must -> FetchResultJson.add(node.putObject("expected"), must));
    result.actual().ifPresent(is -> FetchResultJson.add(node.putObject("actual"), is));
    node.put("struck", result.seen().isStruck());
    node.put("checked_bytes", result.seen().checkedBytes());
    node.put("withheld", result.seen().withheld());
    node.put("nanos", result.seen().nanos());
    node.put("repeated", result.firstTry().isPresent());
    addTexts(node, "whose_bytes", result.seen().whoseBytes());
    addTexts(node, "remarks", result.seen().remarks());
    addTexts(
        node,
        "first_try_differences",
        result.firstTry().map(TrialResult::differences).orElse(List.of()));
    addTexts(node, "differences", result.differences());
    ArrayNode timeline = node.putArray("timeline");
    result.timeline().events().forEach(event -> event.addTo(timeline.addObject()));
  }

  private static void addTexts(ObjectNode node, String name, List<String> texts) {
    ArrayNode array = node.putArray(name);
    texts.forEach(array::add);
  }

  /** The same line ends on every system. */
  private static String print(ObjectNode root) {
    var indenter = new DefaultIndenter("  ", "\n");
    var printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new AssertionError("a tree of JSON services that is no JSON", impossible);
    }
  }
}
