package kvproof.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kvproof.model.Answer;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.oracles.HintLaws;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.Divergence;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Profile;

/** The laws that hold whatever an oracle says: all sides may be wrong alike. */
public final class LawCheck implements CaseCheck {

  @Override
  public String name() {
    return "all sides";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    List<Difference> found = new ArrayList<>();
    for (Request request : finished.soakCase().requests()) {
      Answer answer = Objects.requireNonNull(finished.answers().get(request.id()));
      add(found, request.id(), violations(finished, request, answer));
      List<String> overlaps = HintLaws.overlappingIntervals(answer);
      if (!overlaps.isEmpty() && hasOneHashPerBlock(finished)) {
        add(found, request.id(), overlaps);
      }
    }
    add(
        found,
        "resident counts",
        HintLaws.wrongResidentCounts(finished.resident(), finished.held()));
    return found;
  }

  private static List<String> violations(FinishedCase finished, Request request, Answer answer) {
    return HintLaws.violations(
        request,
        answer,
        finished.residency(),
        finished.workers(),
        HintLaws.gapped(finished.soakCase().indexSteps()),
        finished.held());
  }

  /** By its history: a case written by hand may name any profile. */
  private static boolean hasOneHashPerBlock(FinishedCase finished) {
    return HistoryJudge.isWithin(Profile.CONSISTENT, finished.soakCase().steps());
  }

  private static void add(List<Difference> found, String where, List<String> violations) {
    for (String violation : violations) {
      found.add(
          new Difference(
              Divergence.LAW, Kind.WRONG_VALUE, where, "every law kept", "HintLaws", violation));
    }
  }
}
