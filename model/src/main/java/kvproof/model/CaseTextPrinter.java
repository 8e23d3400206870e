package kvproof.model;

import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

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
    word("store").owner(stored.owner()).word(stored.tier().wireName());
    OptionalLong parent = stored.parent();
    word(parent.isPresent() ? HashText.print(parent.getAsLong()) : "root");
    for (int i = 0; i < stored.localHashes().size(); i++) {
      String local = HashText.print(stored.localHashes().at(i));
      word(local + ":" + HashText.print(stored.externalHashes().at(i)));
    }
    return this;
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
    fetch.meanwhile().forEach(event -> line("  meanwhile").addEvent(event));
    return this;
  }

  private CaseTextPrinter hashes(BlockHashes hashes) {
    hashes.stream().forEach(hash -> word(HashText.print(hash)));
    return this;
  }

  private CaseTextPrinter owner(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> word(rank.toString());
      case CacheOwner cacheOwner -> text(cacheOwner.name());
    };
  }

  private CaseTextPrinter dpRank(int dpRank) {
    return word(Integer.toUnsignedString(dpRank));
  }

  /** Somebody's text: bare where that reads back, else quoted. */
  private CaseTextPrinter text(String text) {
    return word(CaseTextWord.quoteIfNeeded(text));
  }

  private CaseTextPrinter line(String firstWord) {
    out.append('\n').append(firstWord);
    return this;
  }

  /** A word of the notation itself; nothing for an empty one. */
  private CaseTextPrinter word(String word) {
    boolean startsLine = out.isEmpty() || out.charAt(out.length() - 1) == '\n';
    out.append(startsLine || word.isEmpty() ? "" : " ").append(word);
    return this;
  }
}
