package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.FetchExpectation;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.oracles.WrongBytes;
import kvproof.soak.digest.Digest;
import kvproof.soak.fetch.FetchReport.CarriedOut;
import kvproof.soak.sim.FetchSimulation;
import kvproof.soak.sim.OtherBlocks;
import kvproof.soak.sim.SimFetch;
import kvproof.soak.sim.SimParts;
import kvproof.soak.sim.SimWorld;
import kvproof.soak.sim.WorldAtRest;

/**
 * Carries out the fetches of one case with real bytes, in virtual time and with their faults, and
 * checks what comes of them.
 *
 * <p>Checked are: the result, whether the fault came about, and which blocks target and source hold
 * in the end, against {@link FetchOutcomeOracle}; that no byte is wrong but those that the fault
 * must spoil, and whose bytes those are, on the way and, by {@link kvproof.oracles.ByteOracle}, of
 * every block that is held; that a hint which is followed at once, without a fault, is true to its
 * last block; that nothing is left claimed, pinned, reserved, registered, posted or untaken, and
 * exactly the slots of wrong blocks are withheld. Blind to which source would have been best: that
 * is decided before there is a hint.
 */
public final class FetchCheck {
  private static final String OUTCOME = "fetch";
  static final String BYTES = "fetch bytes";
  private static final String REST = "fetch rest";

  /** How a hint is carried out. */
  interface Carrier {
    SimFetch.Seen carryOut(SimWorld world, SimFetch.Order order);
  }

  private final Case soakCase;
  private final Endpoints endpoints;
  private final List<Optional<FetchPlan>> plans;
  private final Carrier carrier;
  private final SimWorld world;
  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();
  private final List<Difference> differences = new ArrayList<>();
  private final List<CarriedOut> fetches = new ArrayList<>();
  private final Digest digest = new Digest();
  private boolean isUnchanged = true;

  /** Same case and answers, same report; {@code answersByRequestId} are those after the history. */
  public static FetchReport check(Case soakCase, Map<String, Answer> answersByRequestId) {
    return check(soakCase, answersByRequestId, FetchSimulation::carryOut, SimParts.sound());
  }

  static FetchReport check(
      Case soakCase, Map<String, Answer> answersByRequestId, Carrier carrier, SimParts parts) {
    return new FetchCheck(soakCase, answersByRequestId, carrier, parts).run();
  }

  private FetchCheck(
      Case soakCase, Map<String, Answer> answersByRequestId, Carrier carrier, SimParts parts) {
    this.soakCase = soakCase;
    this.carrier = carrier;
    this.endpoints = Endpoints.atEndOf(soakCase);
    this.plans =
        soakCase.fetches().stream()
            .map(attempt -> FetchPlan.of(attempt, answersByRequestId, endpoints))
            .toList();
    this.world = FetchWorlds.of(soakCase, plans, endpoints, parts);
  }

  private FetchReport run() {
    try {
      carryOutAll();
      checkHoldings();
      checkRest();
    } catch (RuntimeException | AssertionError broken) {
      // The nodes may be in any state now, so nothing more is asked of them.
      differ(
          OUTCOME, Kind.FAILED, "case", "fetches carried out", "the contract", broken.toString());
    }
    return new FetchReport(differences, fetches, digest.value());
  }

  private void carryOutAll() {
    soakCase.indexSteps().forEach(this::take);
    for (int i = 0; i < plans.size(); i++) {
      FetchAttempt attempt = soakCase.fetches().get(i);
      digest.add(CaseText.printFetch(attempt));
      attempt.meanwhile().forEach(this::take);
      isUnchanged &= attempt.meanwhile().isEmpty() && attempt.fault().isEmpty();
      String requestId = attempt.requestId() + "/" + i;
      plans.get(i).ifPresentOrElse(plan -> carryOut(plan, requestId), () -> digest.add("no hint"));
    }
  }

  private void checkHoldings() {
    NavigableSet<Owner> parties = new TreeSet<>();
    for (FetchPlan plan : plans.stream().flatMap(Optional::stream).toList()) {
      parties.add(plan.attempt().target());
      plan.asked().ifPresent(parties::add);
    }
    parties.forEach(this::checkHoldings);
  }

  /** What it holds is within its reach, and what is within its reach it finds. */
  private void checkHoldings(Owner owner) {
    KvWorker worker = world.node(owner).worker();
    Set<Long> within = oracle.within(owner);
    Set<Long> wrong =
        Stream.of(worker.device(), worker.host())
            .flatMap(pool -> pool.hashes().stream().boxed())
            .filter(hash -> !within.contains(hash))
            .collect(Collectors.toCollection(TreeSet::new));
    within.stream().filter(hash -> !worker.holds(hash)).forEach(wrong::add);
    if (!wrong.isEmpty()) {
      differ(
          OUTCOME,
          Kind.WRONG_VALUE,
          owner + " at the end",
          "the blocks that are within its reach",
          "FetchOutcomeOracle",
          "it differs in " + wrong);
    }
  }

  private void checkRest() {
    world.nodes().forEach(node -> differences.addAll(new HeldBytes("at the end", node).wrong()));
    for (String wrong : WorldAtRest.wrongBlocks(world)) {
      differ(BYTES, Kind.WRONG_VALUE, "at the end", "right bytes", "content", wrong);
    }
    for (String left : WorldAtRest.close(world)) {
      differ(REST, Kind.WRONG_VALUE, "at the end", "nothing left behind", "the contract", left);
    }
    world.takeTimeline().forEach(digest::add);
  }

  private void take(IndexStep step) {
    oracle.take(step);
    if (step instanceof KvCacheEvent event) {
      world.apply(event);
    }
  }

  private void carryOut(FetchPlan plan, String requestId) {
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
    FetchAttempt attempt = plan.attempt();
    Owner asked = plan.asked().get();
    boolean isFresh = isUnchanged && attempt.askInstead().isEmpty();
    SimFetch.Seen seen =
        carrier.carryOut(
            world,
            new SimFetch.Order(attempt.target(), asked, requestId, plan.hint(), attempt.fault()));
    world.takeTimeline().forEach(digest::add);
    digest.add(plan.where()).add(seen.toString());
    fetches.add(new CarriedOut(attempt, asked, isFresh, seen.result(), seen.struck()));
    compare(plan, asked, seen);
    if (isFresh) {
      checkFresh(plan, seen.result().outcome());
    }
  }

  private static String name(Optional<Owner> owner) {
    return owner.map(Owner::toString).orElse("nobody");
  }

  private void compare(FetchPlan plan, Owner asked, SimFetch.Seen seen) {
    FetchAttempt attempt = plan.attempt();
    FetchExpectation expected =
        oracle.fetch(
            attempt.target(), Optional.of(asked), plan.hint().blockHashes(), attempt.fault());
    if (!seen.result().equals(expected.result()) || seen.struck() != expected.strikes()) {
      differ(
          OUTCOME,
          kind(seen.result().outcome(), expected.result().outcome()),
          plan.where(),
          text(attempt, expected.result(), expected.strikes()),
          "FetchOutcomeOracle",
          text(attempt, seen.result(), seen.struck()));
    }
    List<WrongBlock> wrong = expected.wrongBytes().stream().map(this::wrongBlock).toList();
    if (!seen.wrongBlocks().equals(wrong)) {
      differ(
          BYTES,
          Kind.WRONG_VALUE,
          plan.where(),
          wrong.isEmpty() ? "right bytes" : wrong.toString(),
          "FetchOutcomeOracle",
          seen.wrongBlocks().toString());
    }
    HeldBytes held = new HeldBytes(plan.where(), world.node(attempt.target()));
    differences.addAll(held.wrong());
    differences.addAll(held.unseenDamage(fetches.size()));
  }

  /** Whoever puts a block in the place of another one knows which. */
  private WrongBlock wrongBlock(WrongBytes expected) {
    long hash = expected.hash();
    Optional<Long> before = Optional.of(OtherBlocks.before(hash));
    return new WrongBlock(hash, WhoseBytes.finding(expected, world.blockBytes(), before));
  }

  private static Kind kind(FetchOutcome actual, FetchOutcome expected) {
    return actual.credit() > expected.credit()
        ? Kind.OVER_CREDIT
        : actual.credit() < expected.credit() ? Kind.UNDER_CREDIT : Kind.WRONG_VALUE;
  }

  private static String text(FetchAttempt attempt, FetchResult result, boolean struck) {
    return attempt
        .fault()
        .map(fault -> result + (struck ? ", struck by " : ", not struck by ") + fault)
        .orElseGet(result::toString);
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
