package kvproof.soak.run;

import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * The cases of a plan on their way, and their results in case order.
 *
 * <p>Cases that were begun are finished, so those done are always cases 0 to some number. For one
 * calling thread.
 */
public interface CaseSupply extends AutoCloseable {

  /** Begins as many cases as there is room for. */
  void beginMore();

  boolean hasBegun();

  /** Every case that was begun has been taken. */
  boolean isDrained();

  /**
   * The result of the next case in order. Waits for it, but no more than a few seconds once {@code
   * stopping} is true.
   *
   * @throws HarnessFailure if kvproof failed in this case, or the case does not end
   */
  CaseResult take(long index, BooleanSupplier stopping) throws HarnessFailure;

  /** Sums over all threads; read after the last result was taken. */
  SortedMap<String, Long> situationCounts();

  @Override
  void close();
}
