package kvproof.soak.picture;

import java.util.List;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/**
 * What there is to see of one request.
 *
 * @param grids the tiers on which somebody holds a block of the prompt, in walking order
 * @param intervals of both sides, by owner, then start
 * @param choices of both sides, by target
 */
public record RequestScene(
    Request request,
    Sides sides,
    List<TierGrid> grids,
    List<IntervalRow> intervals,
    List<ChoiceRow> choices) {
  public RequestScene {
    grids = List.copyOf(grids);
    intervals = List.copyOf(intervals);
    choices = List.copyOf(choices);
  }

  /** Names of the side that answers by the definition and of the one on trial. */
  public record Sides(String expectedBy, String actualBy) {}

  /** Who says so. Where only one side has answered, nothing is disputed. */
  public enum Claim {
    UNDISPUTED,
    ONLY_EXPECTED,
    ONLY_ACTUAL
  }

  public record IntervalRow(SourceInterval source, Claim claim) {
    public boolean isRootPrefix() {
      return source.interval().start() == 0;
    }
  }

  public record ChoiceRow(WorkerWithDpRank target, SourceChoice choice, Claim claim) {}

  /** Blocks of the prompt. */
  public int sizeBlocks() {
    return request.localHashes().size();
  }

  public boolean isDisputed() {
    return intervals.stream().anyMatch(row -> row.claim() != Claim.UNDISPUTED)
        || choices.stream().anyMatch(row -> row.claim() != Claim.UNDISPUTED)
        || grids.stream()
            .flatMap(grid -> grid.rows().stream())
            .flatMap(row -> row.walkEnd().stream())
            .anyMatch(TierGrid.WalkEnd::isDisputed);
  }
}
