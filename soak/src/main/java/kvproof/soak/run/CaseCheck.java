package kvproof.soak.run;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.ResidencySnapshot;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.digest.Digest;

/**
 * A further check of a case at whose end all sides agreed.
 *
 * <p>One instance serves all threads and keeps nothing between cases. Which share of the cases it
 * looks at may depend on the case alone.
 */
public interface CaseCheck {

  /** Who gives the actual side of a difference, as a report names it. */
  String name();

  /** What is wrong, the first difference first; folds whatever it decided into {@code digest}. */
  List<Difference> check(FinishedCase finished, Digest digest);

  /**
   * A case whose history has been taken.
   *
   * @param original the case as it was drawn
   * @param soakCase what its arrivals came to stands in their place
   * @param router makes a fresh router under test
   * @param answers of the router under test, by request id
   * @param residency the snapshot that stands at the end
   * @param workers the snapshot that stands at the end
   * @param held inventory of the router under test
   * @param resident what it says of each rank that the case names
   * @param observer sees what a check does besides, if the check says so
   */
  record FinishedCase(
      Case original,
      Case soakCase,
      Side router,
      SortedMap<String, Answer> answers,
      ResidencySnapshot residency,
      WorkerSnapshot workers,
      List<HeldBlock> held,
      SortedMap<WorkerWithDpRank, OptionalLong> resident,
      CaseObserver observer) {

    /** The same case, of a router that is made in another way. */
    public FinishedCase on(Side other) {
      return new FinishedCase(
          original, soakCase, other, answers, residency, workers, held, resident, observer);
    }

    /** Of a case which nobody observes. */
    public FinishedCase(
        Case original,
        Case soakCase,
        Side router,
        SortedMap<String, Answer> answers,
        ResidencySnapshot residency,
        WorkerSnapshot workers,
        List<HeldBlock> held,
        SortedMap<WorkerWithDpRank, OptionalLong> resident) {
      this(
          original,
          soakCase,
          router,
          answers,
          residency,
          workers,
          held,
          resident,
          new CaseObserver() {});
    }

    /** Of a case in which nothing arrives, and which nobody observes. */
    public FinishedCase(
        Case soakCase,
        Side router,
        SortedMap<String, Answer> answers,
        ResidencySnapshot residency,
        WorkerSnapshot workers,
        List<HeldBlock> held,
        SortedMap<WorkerWithDpRank, OptionalLong> resident) {
      this(soakCase, soakCase, router, answers, residency, workers, held, resident);
    }
  }
}
