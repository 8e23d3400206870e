package kvproof.soak.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.soak.report.RunReport.Option;
import kvproof.soak.report.RunReport.ProfileReport;
import kvproof.soak.report.RunReport.SpeedSample;

/**
 * The report as JSON, schema {@value #SCHEMA}: a reader may rely on every key that is there now;
 * later versions may add keys, and a key that changes its meaning changes the schema's number.
 *
 * <p>Keys keep their order. Seeds, hashes and digests are strings, spelled as everywhere else; a
 * case is its lines in the notation of {@link CaseText}.
 */
final class JsonReport {
  static final String SCHEMA = "kvproof-report/1";
  private static final JsonMapper MAPPER = new JsonMapper();

  private JsonReport() {}

  static String of(RunReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("version", report.version());
    root.put("ending", lowerCase(report.ending()));
    root.put("cases", report.profiles().stream().mapToLong(ProfileReport::casesDone).sum());
    root.put("diverged", report.profiles().stream().mapToLong(ProfileReport::diverged).sum());
    root.put("oracles", SeedText.digits(report.oracles()));
    root.put("digest", SeedText.digits(report.digest()));
    ObjectNode options = root.putObject("options");
    for (Option option : report.options()) {
      options.put(option.name(), option.value());
    }
    report.router().ifPresent(router -> addRouter(root.putObject("router"), router));
    ArrayNode profiles = root.putArray("profiles");
    report.profiles().forEach(profile -> addProfile(profiles.addObject(), profile));
    return print(root);
  }

  private static void addRouter(ObjectNode node, RouterReport router) {
    node.put("command", router.command());
    node.put("name", router.name());
    addTexts(node.putArray("left_out"), router.leftOut());
    addCounts(node.putObject("steps_left_out"), router.steps());
    addCounts(node.putObject("known"), router.known());
    addTexts(node.putArray("stderr"), router.stderr());
    router.atTheEnd().ifPresent(wrong -> node.put("end_of_input", wrong));
  }

  private static void addProfile(ObjectNode node, ProfileReport profile) {
    node.put("profile", profile.profile());
    node.put("seed", SeedText.print(profile.seed()));
    node.put("cases_asked", profile.casesAsked());
    node.put("cases_done", profile.casesDone());
    node.put("diverged", profile.diverged());
    node.put("digest", SoakSummary.digestText(profile.profile(), profile.digest()));
    addTexts(node.putArray("situations_missed"), profile.situationsMissed());
    addCounts(node.putObject("situations"), profile.situations());
    addCounts(node.putObject("event_mix"), profile.eventMix());
    addCounts(node.putObject("front"), profile.front());
    ArrayNode speed = node.putArray("speed");
    for (SpeedSample sample : profile.speed()) {
      speed
          .addObject()
          .put("elapsed_millis", sample.elapsedMillis())
          .put("cases_done", sample.casesDone());
    }
    ArrayNode findings = node.putArray("findings");
    profile.findings().forEach(finding -> addFinding(findings.addObject(), finding));
  }

  private static void addFinding(ObjectNode node, Finding finding) {
    Divergence divergence = finding.divergence();
    node.put("index", finding.index());
    node.put("cases_asked", finding.casesAsked());
    node.put("seed", SeedText.print(finding.original().seed()));
    node.put("step", divergence.step());
    node.put("actual_by", divergence.actualBy());
    ArrayNode differences = node.putArray("differences");
    divergence.differences().forEach(found -> addDifference(differences.addObject(), found));
    if (!divergence.exchanged().isEmpty()) {
      addTexts(node.putArray("exchanged"), divergence.exchanged());
    }
    divergence.exhibit().ifPresent(exhibit -> addExhibit(node.putObject("exhibit"), exhibit));
    addCase(node.putArray("shrunk"), finding.shrunk());
    node.put("shrink_tries", finding.shrinkTries());
    addCase(node.putArray("original"), finding.original());
    if (finding.keptAs().isPresent()) {
      node.put("kept_as", finding.keptAs().get());
    } else {
      node.putNull("kept_as");
    }
    node.put("rerun", finding.rerun());
  }

  private static void addDifference(ObjectNode node, Difference difference) {
    node.put("part", difference.part());
    node.put("kind", lowerCase(difference.kind()));
    node.put("where", difference.where());
    node.put("expected", difference.expected());
    node.put("expected_by", difference.expectedBy());
    node.put("actual", difference.actual());
  }

  private static void addExhibit(ObjectNode node, Divergence.Exhibit exhibit) {
    node.put("request", CaseText.printRequest(exhibit.request()));
    AnswerJson.add(node.putObject("expected"), exhibit.expected());
    AnswerJson.add(node.putObject("actual"), exhibit.actual());
  }

  private static void addCase(ArrayNode node, Case shown) {
    addTexts(node, CaseText.print(shown).lines().toList());
  }

  private static void addTexts(ArrayNode node, Collection<String> texts) {
    texts.forEach(node::add);
  }

  private static void addCounts(ObjectNode node, Map<String, Long> counts) {
    counts.forEach((name, count) -> node.put(name, count));
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The same line ends on every system. */
  private static String print(ObjectNode root) {
    var indenter = new DefaultIndenter("  ", "\n");
    var printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new AssertionError("a tree of JSON nodes that is no JSON", impossible);
    }
  }
}
