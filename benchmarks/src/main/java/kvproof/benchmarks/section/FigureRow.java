package kvproof.benchmarks.section;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;

/**
 * One row of a table.
 *
 * @param title what was measured
 * @param figures one for each column of the table; absent: not measured
 * @param goals none: the row is there to be read
 * @param remark for people; empty: none
 */
public record FigureRow(
    String title, List<OptionalDouble> figures, List<Goal> goals, String remark) {
  public FigureRow {
    figures = List.copyOf(figures);
    goals = List.copyOf(goals);
  }

  /**
   * A case that was asked for and that no process has figures of: it is missed.
   *
   * @param columns of the table
   */
  public static FigureRow missing(String title, int columns) {
    return new FigureRow(
        title,
        Collections.nCopies(columns, OptionalDouble.empty()),
        List.of(Goal.figuresOf("processes")),
        "not measured");
  }

  /** The worst of its goals: missed before not judged before met; absent without goals. */
  public Optional<Judgement> judgement() {
    List<Judgement> judgements = goals.stream().map(Goal::judgement).toList();
    if (judgements.contains(Judgement.MISSED)) {
      return Optional.of(Judgement.MISSED);
    }
    if (judgements.contains(Judgement.NOT_JUDGED)) {
      return Optional.of(Judgement.NOT_JUDGED);
    }
    return judgements.stream().findFirst();
  }
}
