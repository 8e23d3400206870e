package kvproof.model.casetext;

import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.HashText;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Writes the notation of {@link CaseText}. */
final class CaseTextPrinter {
  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder out = new StringBuilder();

  private CaseTextPrinter() {}

  static String print(Case printed) {
    CaseTextPrinter printer = new CaseTextPrinter();
    printer.out.append("kvproof-case ").append(CaseText.VERSION);
    printer.line("profile").text(printed.profile());
    printer.line("seed").word("0x" + HEX.toHexDigits(printed.seed()));
    printed.steps().forEach(step -> printer.line("").addStep(step));
    printed.requests().forEach(request -> printer.line("").addRequest(request));
    printed.fetches().forEach(fetch -> printer.line("").addFetch(fetch));
    return printer.out.append('\n').toString();
  }

  static String step(CaseStep step) {
    return new CaseTextPrinter().addStep(step).out.toString();
  }

  static String request(Request request) {
    return new CaseTextPrinter().addRequest(request).out.toString();
  }

  static String fetch(FetchAttempt fetch) {
    return new CaseTextPrinter().addFetch(fetch).out.toString();
  }

  private CaseTextPrinter addStep(CaseStep step) {
    return switch (step) {
      case KvCacheEvent event -> addEvent(event);
      case ResidencySnapshot owners -> addOwners(owners);
      case WorkerSnapshot workers -> addWorkers(workers);
      case StreamState(Owner owner, boolean isGapped) ->
          word(isGapped ? "gap" : "resync").owner(owner);
      case StreamArrival arrival -> addStreamArrival(arrival);
      case Prediction prediction -> addPrediction(prediction);
      case SchedulingStep scheduling -> {
        new CaseTextSchedulingPrinter(this).add(scheduling);
        yield this;
      }
    };
  }

  private CaseTextPrinter addStreamArrival(StreamArrival arrival) {
    return switch (arrival) {
      case StreamOpened(var rank, var recovery, var countsCopies) ->
          word("open")
              .owner(rank)
              .word(CaseTextLine.word(recovery))
              .word(countsCopies ? "copies" : "");
      case StreamClosed(var rank) -> word("close").owner(rank);
      case BatchPublished(var rank, var sequence, var events, var passage) ->
          word("publish")
              .owner(rank)
              .number(sequence)
              .word(CaseTextLine.word(passage))
              .events(events);
      case BatchArrived(var rank, var incarnation, var sequence, var events) ->
          word("arrive")
              .owner(rank)
              .number("incarnation", incarnation)
              .number("sequence", sequence)
              .events(events);
      case EngineRestarted(var rank) -> word("restart").owner(rank);
      case ReplayLimits(var rank, var oldest, var early, var most) -> {
        word("replay").owner(rank).number("oldest", oldest).number("early", early);
        most.ifPresent(batches -> number("most", batches));
        yield this;
      }
    };
  }

  private CaseTextPrinter addPrediction(Prediction prediction) {
    return switch (prediction) {
      case ModeChosen(var mode, var ttlMillis) ->
          word("predict").word(CaseTextLine.word(mode)).number(ttlMillis);
      case TimePassed(var nowMillis) -> number("time", nowMillis);
      case RequestRouted(var rank, var localHashes, var sequenceHashes) ->
          word("route")
              .owner(rank)
              .word("local")
              .hashes(localHashes)
              .word("sequence")
              .hashes(sequenceHashes);
      case CapacityDeclared(var rank, var incarnation, var blocks) -> {
        word("capacity").owner(rank).number("incarnation", incarnation);
        blocks.ifPresent(capacity -> number("blocks", capacity));
        yield this;
      }
      case RequestAdmitted admitted ->
          word("admit")
              .owner(admitted.rank())
              .number("incarnation", admitted.incarnation())
              .word("attempt")
              .text(admitted.attempt())
              .number("private", admitted.privateBlocks())
              .word("blocks")
              .blocks(admitted.localHashes(), admitted.sequenceHashes());
      case OutputMaterialized output ->
          word("output")
              .owner(output.rank())
              .number("incarnation", output.incarnation())
              .word("attempt")
              .text(output.attempt())
              .word("below")
              .parent(output.parent())
              .number("start", output.startPosition())
              .number("private", output.privateBlocks())
              .word("blocks")
              .blocks(output.localHashes(), output.sequenceHashes());
      case RequestFinished(var rank, var incarnation, var attempt) ->
          word("finish")
              .owner(rank)
              .number("incarnation", incarnation)
              .word("attempt")
              .text(attempt);
      case RankReset(var rank) -> word("reset").owner(rank);
    };
  }

  private CaseTextPrinter addEvent(KvCacheEvent event) {
    return switch (event) {
      case KvCacheEvent.Stored stored -> addStored(stored);
      case KvCacheEvent.Removed(Owner owner, StorageTier tier, BlockHashes hashes) ->
          word("remove").owner(owner).word(tier.wireName()).hashes(hashes);
      case KvCacheEvent.Cleared cleared -> {
        word("clear");
        cleared.rank().ifPresent(this::owner);
        cleared.cacheOwner().ifPresent(this::owner);
        yield this;
      }
      case KvCacheEvent.RankRemoved(WorkerWithDpRank rank) -> word("remove-rank").owner(rank);
      case KvCacheEvent.WorkerRemoved(long workerId) ->
          word("remove-worker").word(Long.toUnsignedString(workerId));
    };
  }

  private CaseTextPrinter addStored(KvCacheEvent.Stored stored) {
    return word("store")
        .owner(stored.owner())
        .word(stored.tier().wireName())
        .parent(stored.parent())
        .blocks(stored.localHashes(), stored.externalHashes());
  }

  private CaseTextPrinter parent(OptionalLong parent) {
    return word(parent.isPresent() ? HashText.print(parent.getAsLong()) : "root");
  }

  private CaseTextPrinter blocks(BlockHashes localHashes, BlockHashes externalHashes) {
    for (int i = 0; i < localHashes.size(); i++) {
      String local = HashText.print(localHashes.at(i));
      word(local + ":" + HashText.print(externalHashes.at(i)));
    }
    return this;
  }

  private CaseTextPrinter events(List<KvCacheEvent> events) {
    events.forEach(event -> line("  event").addEvent(event));
    return this;
  }

  private CaseTextPrinter number(String keyword, long number) {
    return word(keyword).number(number);
  }

  private CaseTextPrinter number(long number) {
    return word(Long.toUnsignedString(number));
  }

  private CaseTextPrinter addOwners(ResidencySnapshot snapshot) {
    word("owners");
    if (snapshot.projections().isEmpty() && snapshot.hintSources().isEmpty()) {
      return word("none");
    }
    snapshot.projections().forEach((owner, rank) -> word("project").owner(owner).owner(rank));
    snapshot.hintSources().forEach(this::addHintSource);
    return this;
  }

  private void addHintSource(CacheOwner owner, ResidencySnapshot.HintSource source) {
    word("advertise").owner(owner).text(source.endpoint()).word("type").text(source.workerType());
    source.attachedTo().ifPresent(rank -> word("attach").owner(rank));
  }

  private CaseTextPrinter addWorkers(WorkerSnapshot snapshot) {
    word("workers");
    if (!snapshot.isListed()) {
      return word("unlisted");
    }
    if (snapshot.workers().isEmpty()) {
      return word("none");
    }
    String separator = "";
    for (WorkerRecord worker : snapshot.workers().values()) {
      word(separator).addWorker(worker);
      separator = ";";
    }
    return this;
  }

  private void addWorker(WorkerRecord worker) {
    word(Long.toUnsignedString(worker.workerId())).word("ranks");
    worker.ranks().stream().sorted(Integer::compareUnsigned).forEach(this::dpRank);
    word("type").text(worker.workerType());
    SortedMap<Integer, String> endpoints = new TreeMap<>(Integer::compareUnsigned);
    endpoints.putAll(worker.endpoints());
    endpoints.forEach((rank, endpoint) -> word("endpoint").dpRank(rank).text(endpoint));
    worker.eventSource().ifPresent(source -> word("source").text(source));
    worker.island().ifPresent(this::addIsland);
  }

  private void addIsland(Island island) {
    word("island").text(island.domain()).text(island.value());
    word(island.enforcement().wireName());
  }

  private CaseTextPrinter addRequest(Request request) {
    word("ask").text(request.id()).word("local").hashes(request.localHashes()).word("targets");
    request.targets().forEach(this::owner);
    return this;
  }

  private CaseTextPrinter addFetch(FetchAttempt fetch) {
    word("fetch").text(fetch.requestId()).word("target").owner(fetch.target());
    fetch.askInstead().ifPresent(rank -> word("instead").owner(rank));
    fetch.fault().ifPresent(this::addFault);
    fetch.meanwhile().forEach(event -> line("  meanwhile").addEvent(event));
    return this;
  }

  private void addFault(FetchFault fault) {
    word("fault").word(CaseTextLine.word(fault.kind())).word(CaseTextLine.word(fault.phase()));
  }

  CaseTextPrinter hashes(BlockHashes hashes) {
    hashes.stream().forEach(hash -> word(HashText.print(hash)));
    return this;
  }

  CaseTextPrinter owner(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> word(rank.toString());
      case CacheOwner cacheOwner -> text(cacheOwner.name());
    };
  }

  private CaseTextPrinter dpRank(int dpRank) {
    return word(Integer.toUnsignedString(dpRank));
  }

  /** Somebody's text: bare where that reads back, else quoted. */
  CaseTextPrinter text(String text) {
    return word(CaseTextWord.quoteIfNeeded(text));
  }

  private CaseTextPrinter line(String firstWord) {
    out.append('\n').append(firstWord);
    return this;
  }

  /** A word of the notation itself; nothing for an empty one. */
  CaseTextPrinter word(String word) {
    boolean startsLine = out.isEmpty() || out.charAt(out.length() - 1) == '\n';
    out.append(startsLine || word.isEmpty() ? "" : " ").append(word);
    return this;
  }
}
