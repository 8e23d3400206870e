package kvproof.benchmarks.overload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;

/**
 * The replays as one table. No figure is judged: a ratio is outside the noise, or within it. A case
 * without a round that counts is missed.
 */
public final class OverloadTables {
  private static final double MILLION = 1e6;

  /** Ratios that were published, on ten processors for lanes and one for each other thread. */
  private static final Map<OverloadCase, Double> PUBLISHED =
      Map.of(
          OverloadCase.TRACKED, 0.9946,
          OverloadCase.READER_1K, 0.9995,
          OverloadCase.READER_10K, 1.0063,
          OverloadCase.READER_100K, 0.9946,
          OverloadCase.READER_NONSTOP, 0.9176);

  private static final List<String> COLUMNS =
      List.of("M block-ops/s", "ratio", "from", "to", "published ratio", "reads/s");

  private OverloadTables() {}

  /**
   * @param plan what was run instead stands in each row if nothing was issued
   */
  public static List<FigureTable> of(OverloadFigures found, CpuPlan plan) {
    List<FigureRow> rows = new ArrayList<>();
    for (OverloadCase trial : OverloadCase.values()) {
      rows.add(
          found
              .opsPerSecond(trial)
              .map(ops -> row(trial, ops, found, plan))
              .orElseGet(() -> FigureRow.missing(trial.title(), COLUMNS.size())));
    }
    return List.of(
        new FigureTable(
            "Overloaded replay, achieved_block_ops_per_sec in millions, median of all rounds;"
                + " ratios within a round, tracked to untracked, the further ones to tracked",
            COLUMNS,
            List.of("M block-ops/s"),
            rows));
  }

  private static FigureRow row(
      OverloadCase trial, double ops, OverloadFigures found, CpuPlan plan) {
    Optional<RatioInterval> ratio = found.ratio(trial);
    Double published = PUBLISHED.get(trial);
    List<String> remarks = new ArrayList<>();
    ratio.ifPresent(interval -> remarks.add(interval.noiseText()));
    if (!plan.issues()) {
      remarks.add("too few processors for an issuer: from queues that were filled before");
    }
    return new FigureRow(
        trial.title(),
        List.of(
            OptionalDouble.of(ops / MILLION),
            optional(ratio.map(RatioInterval::median)),
            optional(ratio.map(RatioInterval::low)),
            optional(ratio.map(RatioInterval::high)),
            optional(Optional.ofNullable(published)),
            trial.hasReader() ? optional(found.readsPerSecond(trial)) : OptionalDouble.empty()),
        List.of(),
        String.join("; ", remarks));
  }

  private static OptionalDouble optional(Optional<Double> figure) {
    return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
