package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.model.HashText;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;

/** Reads the notation of {@link CaseText}, a line at a time; for one text. */
final class CaseTextParser {
  private static final String EVENT = "an event (" + CaseTextEvents.NAMES + ")";
  private static final String OPERATION =
      "an operation ("
          + CaseTextEvents.NAMES
          + ", owners, workers, gap, resync, "
          + CaseTextArrivals.NAMES
          + ", "
          + CaseTextScheduling.NAMES
          + ", ask, fetch, meanwhile)";
  private static final String ORDER = "(steps come first, then asks, then fetches)";

  private final String[] lines;
  private int lineNumber;
  private CaseTextLine line;

  private final List<CaseStep> steps = new ArrayList<>();
  private final Map<String, Request> requests = new LinkedHashMap<>();
  private final List<FetchAttempt> fetches = new ArrayList<>();

  CaseTextParser(String text) {
    this.lines = text.split("\n", -1);
    this.line = nextLine();
  }

  Case parse() {
    line.expect("kvproof-case");
    line.expect(Integer.toString(CaseText.VERSION), "version " + CaseText.VERSION);
    endLine();
    line.expect("profile");
    String profile = line.text("the name of a profile");
    endLine();
    line.expect("seed");
    long seed = line.read("a seed (decimal, or 0x and hex digits)", CaseTextParser::seed);
    endLine();
    while (!line.isEmpty()) {
      readOperation();
    }
    return new Case(profile, seed, steps, List.copyOf(requests.values()), fetches);
  }

  private static long seed(String text) {
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Long.parseUnsignedLong(text);
  }

  private void readOperation() {
    if (line.takes("ask")) {
      line.refuseIf(!fetches.isEmpty(), "stands below a fetch " + ORDER);
      readAsk();
    } else if (line.takes("fetch")) {
      readFetch();
    } else if (line.takes("meanwhile")) {
      throw line.refused("stands below no fetch");
    } else if (line.takes("event")) {
      throw line.refused("stands below no batch");
    } else if (requests.isEmpty()) {
      readStep();
    } else {
      throw line.unexpected("an ask, a fetch or meanwhile " + ORDER);
    }
  }

  private void readStep() {
    if (line.takes("publish")) {
      readPublished();
    } else if (line.takes("arrive")) {
      readArrived();
    } else {
      steps.add(stepOfOneLine());
      endLine();
    }
  }

  private CaseStep stepOfOneLine() {
    if (line.takes("owners")) {
      return CaseTextSnapshots.owners(line);
    } else if (line.takes("workers")) {
      return CaseTextSnapshots.workers(line);
    } else if (line.takes("gap")) {
      return new StreamState(line.owner(), true);
    } else if (line.takes("resync")) {
      return new StreamState(line.owner(), false);
    }
    Optional<Arrival> arrival = CaseTextArrivals.read(line);
    if (arrival.isPresent()) {
      return arrival.get();
    }
    Optional<SchedulingStep> scheduling = CaseTextScheduling.read(line);
    return scheduling.isPresent() ? scheduling.get() : CaseTextEvents.read(line, OPERATION);
  }

  private void readPublished() {
    WorkerWithDpRank rank = line.rank();
    long sequence = line.unsigned("a sequence");
    Passage passage = line.oneOf("what becomes of the batch", Passage.values());
    endLine();
    steps.add(new BatchPublished(rank, sequence, readBatch(), passage));
  }

  private void readArrived() {
    WorkerWithDpRank rank = line.rank();
    line.expect("incarnation");
    long incarnation = line.unsigned("an incarnation");
    line.expect("sequence");
    long sequence = line.unsigned("a sequence");
    endLine();
    steps.add(new BatchArrived(rank, incarnation, sequence, readBatch()));
  }

  private void readAsk() {
    String id = line.text("the id of the request");
    line.refuseIf(requests.containsKey(id), "is asked already");
    line.expect("local");
    List<Long> localHashes = new ArrayList<>();
    while (!line.takes("targets")) {
      localHashes.add(line.read("a local hash or 'targets'", HashText::parse));
    }
    List<WorkerWithDpRank> targets = new ArrayList<>();
    while (!line.atEnd()) {
      WorkerWithDpRank target = line.rank();
      line.refuseIf(targets.contains(target), "is a target already");
      targets.add(target);
    }
    requests.put(id, new Request(id, BlockHashes.of(localHashes), targets));
    endLine();
  }

  private void readFetch() {
    String id = line.text("the id of a request");
    Request request = requests.get(id);
    if (request == null) {
      throw line.refused("is asked nowhere above");
    }
    line.expect("target");
    WorkerWithDpRank target = line.rank();
    line.refuseIf(!request.targets().contains(target), "is no target of the request");
    Optional<WorkerWithDpRank> instead =
        line.takes("instead") ? Optional.of(line.rank()) : Optional.empty();
    Optional<FetchFault> fault = line.takes("fault") ? Optional.of(readFault()) : Optional.empty();
    endLine();
    fetches.add(new FetchAttempt(id, target, readMeanwhile(), instead, fault));
  }

  private FetchFault readFault() {
    FetchFault.Kind kind = line.oneOf("a fault", FetchFault.Kind.values());
    FetchPhase[] phases = kind.phases().toArray(FetchPhase[]::new);
    return new FetchFault(kind, line.oneOf("a phase of " + CaseTextLine.word(kind), phases));
  }

  private List<KvCacheEvent> readMeanwhile() {
    List<KvCacheEvent> events = new ArrayList<>();
    while (line.takes("meanwhile")) {
      events.add(CaseTextEvents.read(line, EVENT));
      endLine();
    }
    return events;
  }

  private List<KvCacheEvent> readBatch() {
    List<KvCacheEvent> events = new ArrayList<>();
    while (line.takes("event")) {
      KvCacheEvent event = CaseTextEvents.read(line, EVENT);
      line.refuseIf(
          !StreamArrival.mayBePublished(event), "ends what no engine publishes about a rank");
      events.add(event);
      endLine();
    }
    return events;
  }

  private void endLine() {
    line.expectEnd();
    line = nextLine();
  }

  /** The next line with a word; one without words, behind the last line, if there is none. */
  private CaseTextLine nextLine() {
    while (lineNumber < lines.length) {
      CaseTextLine read = CaseTextLine.of(lineNumber + 1, lines[lineNumber++]);
      if (!read.isEmpty()) {
        return read;
      }
    }
    return CaseTextLine.endOfText(lines.length, lines[lines.length - 1].length() + 1);
  }
}
