package kvproof.soak.run;

import java.util.List;
import java.util.Objects;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.oracles.HintLaws;

/** The laws that hold for every hint, whatever an oracle says: both sides may be wrong alike. */
final class LawCheck implements CaseCheck {

  @Override
  public String name() {
    return "all sides";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    return finished.soakCase().requests().stream()
        .flatMap(request -> violations(finished, request).stream())
        .toList();
  }

  private static List<Difference> violations(FinishedCase finished, Request request) {
    return HintLaws.violations(
            request,
            Objects.requireNonNull(finished.answers().get(request.id())),
            finished.residency(),
            finished.workers(),
            finished.held())
        .stream()
        .map(
            violation ->
                new Difference(
                    "law", Kind.WRONG_VALUE, request.id(), "no law broken", "HintLaws", violation))
        .toList();
  }
}
