package kvproof.soak.picture;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.picture.RequestScene.ChoiceRow;
import kvproof.soak.picture.RequestScene.Claim;
import kvproof.soak.picture.RequestScene.IntervalRow;
import kvproof.soak.picture.RequestScene.Sides;
import kvproof.soak.picture.TierGrid.Row;

/**
 * Works out the scene of one request.
 *
 * @param expected what the definition says
 * @param actual what the side on trial says, or {@code expected} again if it was not asked
 */
record SceneBuilder(Request request, Sides sides, Answer expected, Answer actual) {
  private static final Comparator<SourceInterval> CANONICAL =
      Comparator.comparing(SourceInterval::owner)
          .thenComparingInt(source -> source.interval().start())
          .thenComparingInt(source -> source.interval().end());

  RequestScene scene(List<? extends CaseStep> steps, HeldPlaces held, ResidencySnapshot residency) {
    BlockHashes prompt = request.localHashes();
    GridRows rows =
        new GridRows(
            prompt,
            held,
            residency,
            HashLines.of(steps, prompt, BlockHashes.empty()),
            HashLines.of(steps, prompt, AnsweredChain.of(expected, prompt, held)),
            new WalkEnds(expected),
            new WalkEnds(actual));
    return new RequestScene(
        request, sides, grids(rows, ownersOf(steps, residency)), intervals(), choices());
  }

  /** Everybody whom the history, the snapshot or the request names. */
  private SortedSet<Owner> ownersOf(List<? extends CaseStep> steps, ResidencySnapshot residency) {
    SortedSet<Owner> owners = new TreeSet<>(request.targets());
    owners.addAll(residency.projections().keySet());
    owners.addAll(residency.projections().values());
    steps.forEach(step -> TakenSteps.owner(step).ifPresent(owner -> owners.add(owner)));
    return owners;
  }

  private List<TierGrid> grids(GridRows rows, SortedSet<Owner> owners) {
    SortedSet<StorageTier> shown = new TreeSet<>();
    SortedSet<Owner> holders = new TreeSet<>(request.targets());
    for (StorageTier tier : StorageTier.values()) {
      for (Owner owner : owners) {
        if (rows.row(tier, owner).holdsBlocks()) {
          shown.add(tier);
          holders.add(owner);
        }
      }
    }
    StorageTier frontierTier = shown.contains(HOST_PINNED) ? HOST_PINNED : DEVICE;
    return shown.stream()
        .map(
            tier ->
                new TierGrid(
                    tier,
                    tier == frontierTier,
                    rowsOf(rows, tier, holders, tier.compareTo(frontierTier) <= 0)))
        .toList();
  }

  /** Everybody has a frontier to show; on the tiers below only those who hold something there. */
  private static List<Row> rowsOf(
      GridRows rows, StorageTier tier, SortedSet<Owner> holders, boolean isEverybody) {
    return holders.stream()
        .filter(owner -> tier != DEVICE || owner instanceof WorkerWithDpRank)
        .map(owner -> rows.row(tier, owner))
        .filter(row -> isEverybody || row.isWorthShowing())
        .toList();
  }

  private List<IntervalRow> intervals() {
    SortedSet<SourceInterval> all = new TreeSet<>(CANONICAL);
    all.addAll(expected.intervals());
    all.addAll(actual.intervals());
    return all.stream()
        .map(
            source ->
                new IntervalRow(
                    source,
                    claim(
                        expected.intervals().contains(source),
                        actual.intervals().contains(source))))
        .toList();
  }

  private static Claim claim(boolean isExpected, boolean isActual) {
    return isExpected && isActual
        ? Claim.UNDISPUTED
        : isExpected ? Claim.ONLY_EXPECTED : Claim.ONLY_ACTUAL;
  }

  private List<ChoiceRow> choices() {
    SortedSet<WorkerWithDpRank> targets = new TreeSet<>(expected.choices().keySet());
    targets.addAll(actual.choices().keySet());
    List<ChoiceRow> rows = new ArrayList<>();
    for (WorkerWithDpRank target : targets) {
      SourceChoice wanted = expected.choices().get(target);
      SourceChoice got = actual.choices().get(target);
      if (wanted != null) {
        rows.add(new ChoiceRow(target, wanted, claim(true, wanted.equals(got))));
      }
      if (got != null && !got.equals(wanted)) {
        rows.add(new ChoiceRow(target, got, Claim.ONLY_ACTUAL));
      }
    }
    return rows;
  }
}
