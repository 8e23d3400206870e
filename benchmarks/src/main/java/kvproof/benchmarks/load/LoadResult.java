package kvproof.benchmarks.load;

import java.util.EnumMap;
import java.util.Map;

/**
 * What one run showed.
 *
 * @param figures in microseconds
 * @param achievedPerSecond requests by the time until everything was applied
 * @param lateMillis how much later than planned the last request was done; 0 without a plan
 * @param behindMillis the most by which a request began later than it was due; 0 without a plan
 * @param missedSchedule it was later than a run at that load may be, so its figures are of another
 *     load
 * @param script digest of what was played; arms that played different scripts do not compare
 * @param answers digest of answers at the end, when everything was applied
 * @param differingBlocks held by the index or by the simulated caches, and not by both; any makes
 *     the run void
 */
public record LoadResult(
    Map<LoadFigure, Double> figures,
    double achievedPerSecond,
    double lateMillis,
    double behindMillis,
    boolean missedSchedule,
    long script,
    long answers,
    long differingBlocks) {
  public LoadResult {
    figures = new EnumMap<>(figures);
  }

  /** Whether its figures are of the load that was offered, on a router that did its work. */
  public boolean counts() {
    return !missedSchedule && !isVoid();
  }

  public boolean isVoid() {
    return differingBlocks != 0;
  }
}
