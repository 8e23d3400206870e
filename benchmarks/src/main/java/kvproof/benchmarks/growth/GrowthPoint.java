package kvproof.benchmarks.growth;

/**
 * What one size costs.
 *
 * @param p50 of the operation, best round, in microseconds
 * @param intervals that it emits
 * @param intervalsAllowed sources times one more than there are distinct frontiers
 */
public record GrowthPoint(int size, double p50, int intervals, long intervalsAllowed) {
  public boolean isWithin() {
    return intervals <= intervalsAllowed;
  }
}
