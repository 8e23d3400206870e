package kvproof.router.index;

/** Makes interval lists for tests of other packages. */
public final class IntervalLists {
  private IntervalLists() {}

  public static void add(IntervalList intervals, int owner, int start, int end) {
    intervals.add(owner, start, end);
  }
}
