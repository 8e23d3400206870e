package kvproof.soak.run;

import java.util.List;
import kvproof.model.Verdict.Difference;

/**
 * Says which differences of one router in one case are known, and why they are none to report.
 *
 * <p>Asked once after each comparison of the case. For one thread.
 */
public interface Excuse {

  /** Nothing is known. */
  Excuse NONE = (step, differences) -> differences;

  /**
   * What is left to report.
   *
   * @param step index of the step after which the router was compared; the number of steps: at the
   *     end
   * @param differences of the router, in the order in which they were found
   */
  List<Difference> unexplained(int step, List<Difference> differences);
}
