package kvproof.oracles;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.ApplyStatus;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What must hold whatever the history: the laws, the other form of the choice, no order. */
class OwnerInventoryOraclePropertyTest {

  /** The oracle and what else stands at the end of a history. */
  private static final class World {
    private final OwnerInventoryOracle oracle = new OwnerInventoryOracle();
    private final Inventories inventories = new Inventories();
    private ResidencySnapshot residency = ResidencySnapshot.empty();
    private WorkerSnapshot workers = WorkerSnapshot.unlisted();
    private final Set<Owner> gapped;

    World(List<CaseStep> steps) {
      for (CaseStep step : steps) {
        oracle.take((IndexStep) step);
        switch (step) {
          case KvCacheEvent event -> inventories.apply(event);
          case ResidencySnapshot snapshot -> residency = snapshot;
          case WorkerSnapshot snapshot -> workers = snapshot;
          case StreamState _ -> {}
          case Arrival _, SchedulingStep _ -> throw new AssertionError(step);
        }
      }
      gapped = HintLaws.gapped(steps.stream().map(IndexStep.class::cast).toList());
    }
  }

  @Property(tries = 1_000)
  void answersKeepTheLaws(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    var world = new World(steps);
    var held = world.oracle.heldBlocks();
    var resident = new TreeMap<WorkerWithDpRank, OptionalLong>();
    CollidingHistories.RANKS.forEach(rank -> resident.put(rank, world.oracle.residentBlocks(rank)));

    Answer answer = world.oracle.answer(request);

    assertThat(
            HintLaws.violations(
                request, answer, world.residency, world.workers, world.gapped, held))
        .isEmpty();
    assertThat(HintLaws.wrongResidentCounts(resident, held)).isEmpty();
  }

  @Property(tries = 1_000)
  void everybodyIsOnTheChainWhereEveryBlockHasOneHash(@ForAll("steps") List<CaseStep> steps) {
    List<CaseStep> firstLine =
        steps.stream().filter(OwnerInventoryOraclePropertyTest::isOnTheUsualChain).toList();

    Answer answer = new World(firstLine).oracle.answer(usualRequest());

    assertThat(HintLaws.overlappingIntervals(answer)).isEmpty();
    for (WorkerWithDpRank rank : CollidingHistories.RANKS) {
      int rootPrefix = answer.candidates().map(c -> c.owners().getOrDefault(rank, 0)).orElse(0);
      assertThat(rootPrefix).isEqualTo(IntervalLaws.frontier(answer, rank));
    }
  }

  private static boolean isOnTheUsualChain(CaseStep step) {
    if (!(step instanceof Stored stored)) {
      return true;
    }
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.localHashes().size(); i++) {
      long localHash = stored.localHashes().at(i);
      if (parent.orElse(100) != localHash + 99
          || stored.externalHashes().at(i) != localHash + 100) {
        return false;
      }
      parent = OptionalLong.of(localHash + 100);
    }
    return true;
  }

  /** Step by step as {@code continuation.md} 12 puts it, without any interval. */
  @Property(tries = 1_000)
  void choiceIsTheFurthestReach(@ForAll("steps") List<CaseStep> steps) {
    var world = new World(steps);

    Answer answer = world.oracle.answer(usualRequest());

    var walk = new TierWalk(world.inventories, world.residency, usualRequest().localHashes());
    Lookup lookup = Lookup.of(walk, Overlaps.of(walk).runs());
    for (WorkerWithDpRank target : CollidingHistories.RANKS) {
      SourceChoice choice = requireNonNull(answer.choices().get(target));
      var sources = new SourceLaws(world.residency, world.workers, world.gapped, target);
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

  /** The root prefix, or what the source holds exactly from the frontier on. */
  private static int reach(Chain chain, Owner source, int frontier) {
    int rootEnd = source instanceof WorkerWithDpRank rank ? chain.agreement(rank) : 0;
    int exactEnd = frontier;
    boolean mayStart = frontier > 0 || !(source instanceof WorkerWithDpRank);
    while (mayStart && chain.isHeldExactly(exactEnd, source)) {
      exactEnd++;
    }
    return Math.max(rootEnd, exactEnd);
  }

  @Property(tries = 1_000)
  void blocksMayArriveOneByOne(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    var whole = new World(steps);
    var oneByOne = new World(steps.stream().flatMap(step -> singly(step).stream()).toList());

    assertThat(oneByOne.oracle.answer(request)).isEqualTo(whole.oracle.answer(request));
    assertThat(oneByOne.oracle.heldBlocks()).isEqualTo(whole.oracle.heldBlocks());
  }

  /** A store block by block; one without blocks or malformed as it is. */
  private static List<CaseStep> singly(CaseStep step) {
    if (!(step instanceof Stored stored)
        || stored.externalHashes().isEmpty()
        || new OwnerInventoryOracle().apply(stored) != ApplyStatus.OK) {
      return List.of(step);
    }
    List<CaseStep> singles = new ArrayList<>();
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      BlockHashes local = stored.localHashes().slice(i, i + 1);
      BlockHashes external = stored.externalHashes().slice(i, i + 1);
      singles.add(new Stored(stored.owner(), stored.tier(), parent, local, external));
      parent = OptionalLong.of(external.at(0));
    }
    return singles;
  }

  @Property(tries = 1_000)
  void ownersDoNotSeeEachOthersBlocks(
      @ForAll("steps") List<CaseStep> steps, @ForAll("request") Request request) {
    List<CaseStep> blocksOnly =
        new ArrayList<>(
            steps.stream()
                .filter(step -> step instanceof Stored || step instanceof Removed)
                .toList());
    var asDrawn = new World(blocksOnly);

    blocksOnly.sort(Comparator.comparing(OwnerInventoryOraclePropertyTest::owner));
    var ownerByOwner = new World(blocksOnly);

    assertThat(ownerByOwner.oracle.answer(request)).isEqualTo(asDrawn.oracle.answer(request));
    assertThat(ownerByOwner.oracle.heldBlocks()).isEqualTo(asDrawn.oracle.heldBlocks());
  }

  private static Owner owner(CaseStep step) {
    return step instanceof Stored stored ? stored.owner() : ((Removed) step).owner();
  }

  private static Request usualRequest() {
    BlockHashes prompt = Notation.usualPrompt(CollidingHistories.BLOCKS);
    return new Request("request-1", prompt, CollidingHistories.RANKS);
  }

  @Provide
  Arbitrary<List<CaseStep>> steps() {
    return CollidingHistories.steps();
  }

  @Provide
  Arbitrary<Request> request() {
    return CollidingHistories.request();
  }
}
