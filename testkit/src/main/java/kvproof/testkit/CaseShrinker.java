package kvproof.testkit;

import static java.util.Arrays.stream;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.Case;
import kvproof.model.CaseStep;

/**
 * Makes a failing case small, always in the same order, so that the same failure shrinks alike.
 *
 * <p>Drops runs of steps, then whatever else can go or get shorter, until nothing more does. A
 * smaller case keeps the promise of its profile: an engine case stays without irregular events.
 */
public final class CaseShrinker {

  /**
   * What came of it.
   *
   * @param smallest fails the same way; with tries to spare, no single step can go without that
   *     ending
   * @param tries how often the predicate was asked
   */
  public record Shrunk(Case smallest, int tries) {}

  private static final List<Reduction> REDUCTIONS =
      List.of(
          StreamReductions::withoutOneStream,
          StreamReductions::withoutOneIncarnation,
          CaseReductions::withoutOneFetch,
          CaseReductions::withoutOneRequest,
          CaseReductions::withoutOneTarget,
          BlockReductions::withoutOneBlock,
          StepReductions::withOneStepSmaller,
          SubmissionReductions::withFewerTokens,
          CaseReductions::withOnePromptShorter,
          CaseReductions::withOneFetchSmaller,
          ArrivalRenumbering::withSmallerNumbers,
          Renumbering::withSmallerNumbers);

  private final Predicate<Case> failsTheSameWay;
  private final int maxTries;
  private final Optional<Profile> profile;
  private final Set<Case> refused = new HashSet<>();
  private Case smallest;
  private int tries;

  private CaseShrinker(Case failing, Predicate<Case> failsTheSameWay, int maxTries) {
    this.smallest = failing;
    this.failsTheSameWay = failsTheSameWay;
    this.maxTries = maxTries;
    // Cases written by hand may name a profile of their own, which promises nothing.
    this.profile =
        stream(Profile.values())
            .filter(known -> known.wireName().equals(failing.profile()))
            .filter(known -> HistoryJudge.isWithin(known, failing.steps()))
            .findFirst();
  }

  /** The case is taken to fail already; it is returned as it is if nothing smaller does. */
  public static Shrunk shrink(Case failing, Predicate<Case> failsTheSameWay, int maxTries) {
    CaseShrinker shrinker = new CaseShrinker(failing, failsTheSameWay, maxTries);
    Case before;
    do {
      before = shrinker.smallest;
      shrinker.dropRunsOfSteps();
      REDUCTIONS.forEach(shrinker::reduce);
    } while (!before.equals(shrinker.smallest) && !shrinker.isSpent());
    return new Shrunk(shrinker.smallest, shrinker.tries);
  }

  /** Longest runs first, and late ones before early ones: a failure often ends before the case. */
  private void dropRunsOfSteps() {
    for (int length = smallest.steps().size(); length > 0; length /= 2) {
      for (int end = smallest.steps().size(); end > 0; end -= length) {
        List<CaseStep> steps = new ArrayList<>(smallest.steps());
        steps.subList(Math.max(0, end - length), end).clear();
        accept(CaseReductions.withSteps(smallest, steps));
      }
    }
  }

  /** After a success goes on at the same place, where the next candidate has moved up. */
  private void reduce(Reduction reduction) {
    List<Case> candidates = reduction.of(smallest);
    int next = 0;
    while (next < candidates.size() && !isSpent()) {
      if (accept(candidates.get(next))) {
        candidates = reduction.of(smallest);
      } else {
        next++;
      }
    }
  }

  private boolean accept(Case candidate) {
    if (isSpent() || candidate.equals(smallest) || refused.contains(candidate)) {
      return false;
    }
    if (profile.isPresent() && !HistoryJudge.isWithin(profile.get(), candidate.steps())) {
      return false;
    }
    tries++;
    boolean isAccepted = failsTheSameWay.test(candidate);
    if (isAccepted) {
      smallest = candidate;
    } else {
      refused.add(candidate);
    }
    return isAccepted;
  }

  private boolean isSpent() {
    return tries >= maxTries;
  }
}
