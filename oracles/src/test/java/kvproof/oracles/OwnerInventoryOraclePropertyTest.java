package kvproof.oracles;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What must hold whatever the history: the laws, the other form of the choice, no order. */
class OwnerInventoryOraclePropertyTest {
  private static final Request REQUEST =
      new Request(
          "request-1", Notation.usualPrompt(DrawnHistories.PROMPT_BLOCKS), DrawnHistories.RANKS);

  /** The oracle and the snapshots that stand at the end of a history. */
  private static final class World {
    private final OwnerInventoryOracle oracle = new OwnerInventoryOracle();
    private final Inventories inventories = new Inventories();
    private ResidencySnapshot residency = ResidencySnapshot.empty();
    private WorkerSnapshot workers = WorkerSnapshot.unlisted();

    World(List<CaseStep> steps) {
      for (CaseStep step : steps) {
        oracle.take(step);
        switch (step) {
          case KvCacheEvent event -> inventories.apply(event);
          case ResidencySnapshot snapshot -> residency = snapshot;
          case WorkerSnapshot snapshot -> workers = snapshot;
        }
      }
    }

    List<String> violations(Answer answer) {
      return HintLaws.violations(REQUEST, answer, residency, workers, oracle.heldBlocks());
    }
  }

  @Property(tries = 3_000)
  void answersKeepTheLaws(@ForAll("irregular") List<CaseStep> steps) {
    var world = new World(steps);

    Answer answer = world.oracle.answer(REQUEST);

    assertThat(world.violations(answer)).isEmpty();
    var resident = new TreeMap<WorkerWithDpRank, OptionalLong>();
    DrawnHistories.RANKS.forEach(rank -> resident.put(rank, world.oracle.residentBlocks(rank)));
    assertThat(HintLaws.wrongResidentCounts(resident, world.oracle.heldBlocks())).isEmpty();
  }

  @Property(tries = 2_000)
  void intervalsAreDisjointWhereEveryBlockHasOneHash(@ForAll("consistent") List<CaseStep> steps) {
    Answer answer = new World(steps).oracle.answer(REQUEST);

    assertThat(HintLaws.overlappingIntervals(answer)).isEmpty();
    for (WorkerWithDpRank rank : DrawnHistories.RANKS) { // everybody is on the chain
      int frontier = IntervalLaws.frontier(answer, rank);
      int rootPrefix = answer.candidates().map(c -> c.owners().getOrDefault(rank, 0)).orElse(0);
      assertThat(rootPrefix).isEqualTo(frontier);
    }
  }

  /** Step by step as {@code continuation.md} 12 puts it, without any interval. */
  @Property(tries = 3_000)
  void choiceIsTheFurthestReach(@ForAll("irregular") List<CaseStep> steps) {
    var world = new World(steps);

    Answer answer = world.oracle.answer(REQUEST);

    var walk = new TierWalk(world.inventories, world.residency, REQUEST.localHashes());
    Lookup lookup = Lookup.of(walk, Overlaps.of(walk).runs());
    for (WorkerWithDpRank target : REQUEST.targets()) {
      SourceChoice choice = requireNonNull(answer.choices().get(target));
      var sources = new SourceLaws(world.residency, world.workers, target);
      assertThat(choice.end()).isEqualTo(furthestReach(Chain.of(lookup), lookup, sources));
    }
  }

  /** Credited end by brute force: own island first, then the furthest. */
  private static int furthestReach(Chain chain, Lookup lookup, SourceLaws sources) {
    int frontier = lookup.run(sources.target()).frontier();
    int best = frontier;
    boolean bestIsAtHome = false;
    for (Owner source : lookup.sources()) {
      int reach = chain.isOnChain(sources.target()) ? reach(chain, source, frontier) : 0;
      boolean atHome = sources.isInTargetsIsland(source);
      boolean better = atHome == bestIsAtHome ? reach > best : atHome;
      if (reach > frontier && better && sources.objection(source).isEmpty()) {
        best = reach;
        bestIsAtHome = atHome;
      }
    }
    return best;
  }

  private static int reach(Chain chain, Owner source, int frontier) {
    int rootEnd = source instanceof WorkerWithDpRank rank ? chain.agreement(rank) : 0;
    int exactEnd = frontier;
    boolean mayStart = frontier > 0 || !(source instanceof WorkerWithDpRank);
    while (mayStart && chain.isHeldExactly(exactEnd, source)) {
      exactEnd++;
    }
    return Math.max(rootEnd, exactEnd);
  }

  @Property(tries = 2_000)
  void blocksMayArriveOneByOne(@ForAll("irregular") List<CaseStep> steps) {
    var whole = new World(steps);
    var oneByOne = new World(steps.stream().flatMap(step -> singly(step).stream()).toList());

    assertThat(oneByOne.oracle.answer(REQUEST)).isEqualTo(whole.oracle.answer(REQUEST));
    assertThat(oneByOne.oracle.heldBlocks()).isEqualTo(whole.oracle.heldBlocks());
  }

  private static List<CaseStep> singly(CaseStep step) {
    if (!(step instanceof Stored stored) || stored.externalHashes().isEmpty()) {
      return List.of(step);
    }
    var singles = new ArrayList<CaseStep>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      long hash = stored.externalHashes().at(i);
      singles.add(
          new Stored(
              stored.owner(),
              stored.tier(),
              parent,
              BlockHashes.of(stored.localHashes().at(i)),
              BlockHashes.of(hash)));
      parent = OptionalLong.of(hash);
    }
    return singles;
  }

  @Property(tries = 2_000)
  void ownersDoNotSeeEachOthersEvents(@ForAll("irregular") List<CaseStep> steps) {
    List<CaseStep> byOwner = new ArrayList<>(steps);
    byOwner.sort(Comparator.comparing(OwnerInventoryOraclePropertyTest::stream));

    assertThat(new World(byOwner).oracle.heldBlocks())
        .isEqualTo(new World(steps).oracle.heldBlocks());
  }

  /** Which stream an event belongs to; whole workers share one. */
  private static String stream(CaseStep step) {
    return switch (step) {
      case KvCacheEvent.Stored(Owner owner, var _, var _, var _, var _) -> stream(owner);
      case KvCacheEvent.Removed(Owner owner, var _, var _) -> stream(owner);
      case KvCacheEvent.Cleared(var rank, var cacheOwner) ->
          stream(rank.<Owner>map(r -> r).orElseGet(cacheOwner::orElseThrow));
      case KvCacheEvent.RankRemoved(var rank) -> stream(rank);
      case KvCacheEvent.WorkerRemoved(long workerId) -> Long.toString(workerId);
      case ResidencySnapshot _, WorkerSnapshot _ -> "";
    };
  }

  private static String stream(Owner owner) {
    return owner instanceof WorkerWithDpRank rank
        ? Long.toString(rank.workerId())
        : owner.toString();
  }

  @Provide
  Arbitrary<List<CaseStep>> irregular() {
    return DrawnHistories.irregular();
  }

  @Provide
  Arbitrary<List<CaseStep>> consistent() {
    return DrawnHistories.consistent();
  }
}
