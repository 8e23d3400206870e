package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchOutcome;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.model.transfer.TransferAgent;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.soak.digest.Digest;
import kvproof.soak.fetch.FetchReport.CarriedOut;

/**
 * Carries out the fetches of one case with real bytes and checks what comes of them.
 *
 * <p>Checked are: the outcome against {@link FetchOutcomeOracle}; every byte that arrives, and at
 * the end every byte that anybody holds; that a hint which is followed at once is true to its last
 * block; that nothing is left registered, posted, reserved or untaken. Blind to which source would
 * have been best: that is decided before there is a hint.
 */
public final class FetchCheck {
  private static final String OUTCOME = "fetch";
  private static final String BYTES = "fetch bytes";
  private static final String REST = "fetch rest";

  /** How a hint is carried out. */
  interface Carrier {
    HintedFetch carryOut(SimWorker target, SimWorker source, KvHintAction.Fetch hint);
  }

  private final Case soakCase;
  private final Endpoints endpoints;
  private final List<Optional<FetchPlan>> plans;
  private final Carrier carrier;
  private final FetchWorld world;
  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();
  private final List<Difference> differences = new ArrayList<>();
  private final List<CarriedOut> fetches = new ArrayList<>();
  private final Digest digest = new Digest();

  /** Same case and answers, same report; {@code answersByRequestId} are those after the history. */
  public static FetchReport check(Case soakCase, Map<String, Answer> answersByRequestId) {
    return check(soakCase, answersByRequestId, HintedFetch::carryOut, UnaryOperator.identity());
  }

  static FetchReport check(
      Case soakCase,
      Map<String, Answer> answersByRequestId,
      Carrier carrier,
      UnaryOperator<TransferAgent> around) {
    return new FetchCheck(soakCase, answersByRequestId, carrier, around).run();
  }

  private FetchCheck(
      Case soakCase,
      Map<String, Answer> answersByRequestId,
      Carrier carrier,
      UnaryOperator<TransferAgent> around) {
    this.soakCase = soakCase;
    this.carrier = carrier;
    this.endpoints = Endpoints.atEndOf(soakCase);
    this.plans =
        soakCase.fetches().stream()
            .map(attempt -> FetchPlan.of(attempt, answersByRequestId, endpoints))
            .toList();
    this.world = FetchWorld.of(soakCase, plans, endpoints, around);
  }

  private FetchReport run() {
    try {
      carryOutAll();
      checkRest();
    } catch (RuntimeException | AssertionError broken) {
      // The workers may be in any state now, so nothing more is asked of them.
      differ(
          OUTCOME, Kind.FAILED, "case", "fetches carried out", "the contract", broken.toString());
    }
    return new FetchReport(differences, fetches, digest.value());
  }

  private void carryOutAll() {
    soakCase.indexSteps().forEach(this::take);
    boolean isUnchanged = true;
    for (int i = 0; i < plans.size(); i++) {
      FetchAttempt attempt = soakCase.fetches().get(i);
      digest.add(CaseText.printFetch(attempt));
      attempt.meanwhile().forEach(this::take);
      isUnchanged &= attempt.meanwhile().isEmpty();
      boolean isFresh = isUnchanged && attempt.askInstead().isEmpty();
      plans.get(i).ifPresentOrElse(plan -> carryOut(plan, isFresh), () -> digest.add("no hint"));
    }
  }

  private void checkRest() {
    for (String wrong : world.wrongBlocks()) {
      differ(BYTES, Kind.WRONG_VALUE, "at the end", "right bytes", "content", wrong);
    }
    for (String left : world.closeAtRest()) {
      differ(REST, Kind.WRONG_VALUE, "at the end", "nothing left behind", "the contract", left);
    }
  }

  private void take(IndexStep step) {
    oracle.take(step);
    if (step instanceof KvCacheEvent event) {
      world.apply(event);
    }
  }

  private void carryOut(FetchPlan plan, boolean isFresh) {
    if (!plan.named().equals(plan.choice().source())) {
      differ(
          OUTCOME,
          Kind.WRONG_SOURCE,
          plan.where(),
          "the endpoint of " + name(plan.choice().source()),
          "endpoints",
          plan.hint().sourceControlEndpoint() + ", that of " + name(plan.named()));
    }
    if (plan.asked().isEmpty()) {
      digest.add("nobody to ask");
      return;
    }
    Owner asked = plan.asked().get();
    HintedFetch fetch =
        carrier.carryOut(world.worker(plan.attempt().target()), world.worker(asked), plan.hint());
    digest.add(plan.where()).add(fetch.toString());
    fetches.add(new CarriedOut(plan.attempt(), asked, isFresh, fetch.outcome()));
    compare(plan, asked, fetch);
    if (isFresh) {
      checkFresh(plan, fetch.outcome());
    }
  }

  private static String name(Optional<Owner> owner) {
    return owner.map(Owner::toString).orElse("nobody");
  }

  private void compare(FetchPlan plan, Owner asked, HintedFetch fetch) {
    String endpoint = plan.hint().sourceControlEndpoint();
    FetchOutcome expected =
        oracle.fetch(
            plan.attempt().target(),
            Optional.of(asked).filter(owner -> endpoints.of(owner).equals(endpoint)),
            plan.hint().blockHashes());
    FetchOutcome actual = fetch.outcome();
    if (!actual.equals(expected)) {
      Kind kind =
          actual.credit() > expected.credit()
              ? Kind.OVER_CREDIT
              : actual.credit() < expected.credit() ? Kind.UNDER_CREDIT : Kind.WRONG_VALUE;
      differ(
          OUTCOME,
          kind,
          plan.where(),
          expected.toString(),
          "FetchOutcomeOracle",
          actual.toString());
    }
    for (WrongBlock wrong : fetch.wrongBlocks()) {
      differ(BYTES, Kind.WRONG_VALUE, plan.where(), "right bytes", "content", wrong.toString());
    }
  }

  /** Nothing changed since the look-up: what the hint promises is there. */
  private void checkFresh(FetchPlan plan, FetchOutcome outcome) {
    int promised = plan.hint().blockHashes().size();
    if (outcome.missing() > 0 || outcome.credit() < promised) {
      differ(
          OUTCOME,
          Kind.OVER_CREDIT,
          plan.where(),
          "all " + promised + " blocks of the hint",
          "a hint followed at once",
          outcome.toString());
    }
  }

  private void differ(
      String part, Kind kind, String where, String expected, String expectedBy, String actual) {
    differences.add(new Difference(part, kind, where, expected, expectedBy, actual));
  }
}
