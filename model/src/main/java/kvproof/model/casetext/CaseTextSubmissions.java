package kvproof.model.casetext;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/** Reads a request that wants a worker from a line of case text, behind its first word. */
final class CaseTextSubmissions {
  private static final String CLAUSES =
      "sequence, allow, pin, stay, require, prefer, class, strict, jump, deadline, credit, scale,"
          + " temperature, multiplier, reuse, track, shared, output";

  private CaseTextSubmissions() {}

  static SelectionRequest read(CaseTextLine line) {
    String id = line.text("the id of the request");
    Admission admission = line.oneOf("an admission", Admission.values());
    line.expect("tokens");
    int tokens = line.count("a number of tokens");
    line.expect("local");
    BlockHashes local = line.someHashes();
    BlockHashes sequence = line.takes("sequence") ? line.someHashes() : local;
    RequestConstraints constraints = constraints(line);
    QueueWishes wishes = wishes(line);
    RequestOverride override = override(line);
    Optional<List<BlockInterval>> shared =
        line.takes("shared")
            ? Optional.of(line.many(CaseTextSubmissions::interval))
            : Optional.empty();
    OptionalInt output =
        line.takes("output")
            ? OptionalInt.of(line.read("a number of tokens", Integer::parseInt))
            : OptionalInt.empty();
    line.expectEndAfter(CLAUSES);
    return line.made(
        () ->
            new SelectionRequest(
                id,
                admission,
                local,
                sequence,
                tokens,
                constraints,
                wishes,
                override,
                shared,
                output));
  }

  private static BlockInterval interval(String text) {
    int dash = text.indexOf('-', 1);
    return new BlockInterval(
        Integer.parseInt(text.substring(0, Math.max(dash, 0))),
        Integer.parseInt(text.substring(dash + 1)));
  }

  private static RequestConstraints constraints(CaseTextLine line) {
    Optional<SortedSet<Long>> allowed =
        line.takes("allow") ? Optional.of(line.workerIds()) : Optional.empty();
    Optional<WorkerWithDpRank> pin =
        line.takes("pin") ? Optional.of(line.rank()) : Optional.empty();
    Optional<AffinityTarget> affinity =
        line.takes("stay")
            ? Optional.of(
                line.read("a worker id or a rank (7 or 7/0)", CaseTextSubmissions::affinityTarget))
            : Optional.empty();
    SortedSet<String> required = new TreeSet<>();
    while (line.takes("require")) {
      required.add(line.text("a taint"));
    }
    SortedMap<String, Double> preferred = new TreeMap<>();
    while (line.takes("prefer")) {
      String taint = line.text("a taint");
      line.refuseIf(preferred.containsKey(taint), "is preferred already");
      preferred.put(taint, line.decimal("the weight of a taint"));
    }
    return line.made(() -> new RequestConstraints(allowed, pin, affinity, required, preferred));
  }

  private static AffinityTarget affinityTarget(String text) {
    if (!text.contains("/")) {
      return new AffinityTarget(Long.parseUnsignedLong(text), OptionalInt.empty());
    }
    WorkerWithDpRank rank = WorkerWithDpRank.parse(text);
    return new AffinityTarget(rank.workerId(), OptionalInt.of(rank.dpRank()));
  }

  private static QueueWishes wishes(CaseTextLine line) {
    String policyClass = line.takes("class") ? line.text("a class or a family") : "";
    int strict = line.takes("strict") ? line.read("a priority", Integer::parseUnsignedInt) : 0;
    double jump = line.takes("jump") ? line.decimal("a number of seconds") : 0.0;
    OptionalLong deadline =
        line.takes("deadline")
            ? OptionalLong.of(line.duration("a time since the start, such as 5s"))
            : OptionalLong.empty();
    return line.made(() -> new QueueWishes(policyClass, strict, jump, deadline));
  }

  private static RequestOverride override(CaseTextLine line) {
    OptionalDouble credit = decimal("credit", line);
    OptionalDouble scale = decimal("scale", line);
    OptionalDouble temperature = decimal("temperature", line);
    OptionalDouble multiplier = decimal("multiplier", line);
    Optional<Boolean> reuse = choice("reuse", line);
    Optional<Boolean> track = choice("track", line);
    return line.made(
        () -> new RequestOverride(credit, scale, temperature, multiplier, reuse, track));
  }

  private static OptionalDouble decimal(String keyword, CaseTextLine line) {
    return line.takes(keyword)
        ? OptionalDouble.of(line.decimal("a number"))
        : OptionalDouble.empty();
  }

  private static Optional<Boolean> choice(String keyword, CaseTextLine line) {
    if (!line.takes(keyword)) {
      return Optional.empty();
    }
    boolean isYes = line.takes("yes");
    if (!isYes) {
      line.expect("no", "'yes' or 'no'");
    }
    return Optional.of(isYes);
  }
}
