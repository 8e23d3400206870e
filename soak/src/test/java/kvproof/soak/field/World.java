package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.router.ReferenceRouter;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;

/** One router behind its front, told of scenarios in case text and asked about chains h1..hn. */
final class World implements AutoCloseable {

  /** Which routers a scenario is put to. */
  record Kind(String name, Supplier<FrontedRouter> fresh) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Kind> ALL =
      List.of(
          new Kind("ReferenceRouter", () -> reference(new ReferenceRouter())),
          new Kind("LanedRouter with 1 lane", () -> reference(laned(1))),
          new Kind("LanedRouter with 4 lanes", () -> reference(laned(4))),
          new Kind("OwnerInventoryOracle", () -> Fronts.fronted(new OwnerInventoryOracle())),
          new Kind("EventLogOracle", () -> Fronts.fronted(new EventLogOracle())));

  private static FrontedRouter reference(KvRouter router) {
    return new FrontedRouter(router, Fronts.ofReference(router));
  }

  private static KvRouter laned(int lanes) {
    LanedRouter router = new LanedRouter(lanes);
    router.trackResidentBlocks();
    return router;
  }

  private final FrontedRouter fronted;
  private List<ApplyStatus> statuses = List.of();

  World(Kind kind) {
    fronted = kind.fresh().get();
  }

  /** Steps in case text, one operation a line. */
  World take(String... lines) {
    String text = "kvproof-case 1\nprofile field\nseed 1\n" + String.join("\n", lines) + "\n";
    statuses = new ArrayList<>();
    for (CaseStep step : CaseText.parse(text).steps()) {
      fronted.steps(step).forEach(passed -> statuses.add(fronted.router().take(passed)));
    }
    return this;
  }

  /** What became of each step that the lines came to. */
  List<ApplyStatus> statuses() {
    return statuses;
  }

  /** Empty for a router that does not count. */
  Optional<TierStatistics> statistics(StorageTier tier) {
    return fronted.router() instanceof CountingRouter counting
        ? Optional.of(counting.statistics(tier))
        : Optional.empty();
  }

  /** Blocks h{first} to h{last}: local hash i, external hash 100 + i; as words of a store. */
  static String blocks(int first, int last) {
    StringBuilder words = new StringBuilder();
    for (int i = first; i <= last; i++) {
      words.append(' ').append(i).append(':').append(100 + i);
    }
    return (first == 1 ? "root" : Integer.toString(99 + first)) + words;
  }

  /** External hashes of h{first} to h{last}. */
  static String hashes(int first, int last) {
    StringBuilder words = new StringBuilder();
    for (int i = first; i <= last; i++) {
      words.append(i == first ? "" : " ").append(100 + i);
    }
    return words.toString();
  }

  Answer answer(int lastBlock, String... targets) {
    return fronted
        .router()
        .answer(
            new Request(
                "q",
                BlockHashes.of(LongStream.rangeClosed(1, lastBlock).toArray()),
                List.of(targets).stream().map(WorkerWithDpRank::parse).toList()));
  }

  /** Leading device blocks of h1..h{lastBlock} that the rank is credited with. */
  int device(String rank, int lastBlock) {
    var match = answer(lastBlock).device().get(WorkerWithDpRank.parse(rank));
    return match == null ? 0 : match.blocks();
  }

  int hits(StorageTier tier, String rank, int lastBlock) {
    var found = answer(lastBlock).lower().get(tier);
    return found == null ? 0 : found.hits().getOrDefault(WorkerWithDpRank.parse(rank), 0);
  }

  SourceChoice choice(int lastBlock, String target) {
    SourceChoice found = answer(lastBlock, target).choices().get(WorkerWithDpRank.parse(target));
    if (found == null) {
      throw new AssertionError("no choice for " + target);
    }
    return found;
  }

  /** The chosen source, or {@code none}. */
  String source(int lastBlock, String target) {
    Optional<Owner> source = choice(lastBlock, target).source();
    return source.map(Owner::toString).orElse("none");
  }

  OptionalLong resident(String rank) {
    return fronted.router().residentBlocks(WorkerWithDpRank.parse(rank));
  }

  List<HeldBlock> held() {
    return fronted.router().heldBlocks();
  }

  long counted(String name) {
    return fronted.counts().getOrDefault(name, 0L);
  }

  @Override
  public void close() {
    if (fronted.router() instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception failure) {
        throw new AssertionError(failure);
      }
    }
  }
}
