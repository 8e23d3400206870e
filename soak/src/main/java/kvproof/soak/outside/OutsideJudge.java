package kvproof.soak.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import kvproof.model.Case;
import kvproof.oracles.EventLogOracle;
import kvproof.soak.relation.AskedRelations;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.Contest;
import kvproof.soak.run.Excuse;
import kvproof.soak.run.LawCheck;
import kvproof.soak.run.RouterTrouble;
import kvproof.soak.run.Side;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Profile;

/**
 * Holds what a router behind lines answered in a case against the oracles, so far as it says that
 * it can.
 *
 * <p>For one thread. It sends nothing itself; the relations, which ask question by question, do.
 */
final class OutsideJudge {
  private final Capabilities capabilities;
  private final SortedMap<String, Long> knownDifferences = new TreeMap<>();

  OutsideJudge(Capabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** Differences in the cases judged that a rule knows, by the rule. */
  SortedMap<String, Long> knownDifferences() {
    return knownDifferences;
  }

  /**
   * What came of one case.
   *
   * @param replies one to each question, fewer if the last is a failure
   * @param complaint trouble with the process that gave an answer which cannot be
   * @param idle where relations may be asked; absent: other cases are on their way, or the process
   *     is broken
   */
  CaseResult judge(
      ToldCase told,
      List<Reply> replies,
      Function<String, RouterTrouble> complaint,
      Optional<Conversation> idle) {
    WatchedOracle reference = new WatchedOracle(OutsideRouter.oracleFor(capabilities));
    Optional<KnownDivergences> known = known(told.plain());
    PlayedRouter router =
        new PlayedRouter(capabilities, told.stops(), replies, reference, complaint, known);
    List<Side> oracles = new ArrayList<>();
    oracles.add(new Side("OwnerInventoryOracle", () -> reference, _ -> new PassThrough()));
    if (capabilities.can(Part.CONTINUATIONS)) {
      oracles.add(new Side("EventLogOracle", EventLogOracle::new, _ -> new PassThrough()));
    }
    Contest contest =
        new Contest(
            new Side(capabilities.text(), () -> router, _ -> new PassThrough()),
            oracles,
            known.isEmpty() ? checks(told.plain(), idle) : List.of(),
            known.isPresent() ? known.get() : Excuse.NONE);
    CaseResult result = new CaseRunner(contest, told.observer()).run(told.plain());
    known
        .map(KnownDivergences::counts)
        .orElseGet(TreeMap::new)
        .forEach((rule, count) -> knownDifferences.merge(rule, count, Long::sum));
    return result;
  }

  private List<CaseCheck> checks(Case plain, Optional<Conversation> idle) {
    List<CaseCheck> checks = new ArrayList<>();
    // Its laws speak of continuations, which were filled in for a router without.
    if (capabilities.can(Part.CONTINUATIONS)) {
      checks.add(new LawCheck());
    }
    if (AskedRelations.areLookedAt(plain.seed()) && idle.isPresent()) {
      checks.add(relations(idle.get()));
    }
    return checks;
  }

  private AskedRelations relations(Conversation open) {
    OutsideRouter router = new OutsideRouter(open, capabilities);
    return new AskedRelations(
        new Side(
            capabilities.text(),
            () -> {
              router.reset();
              return router;
            },
            _ -> new PassThrough()),
        changed ->
            !capabilities.isForEngineHistories()
                || HistoryJudge.isWithin(Profile.ENGINE, changed.steps()),
        capabilities.relationsLeftOut());
  }

  /** Only of a router that promises no more than engine histories, in a history that is none. */
  private Optional<KnownDivergences> known(Case plain) {
    return capabilities.isForEngineHistories()
        ? Optional.of(new KnownDivergences(plain)).filter(known -> !known.isRegular())
        : Optional.empty();
  }
}
