package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.casetext.CaseText;
import kvproof.router.index.Lookup;
import kvproof.router.index.TieredIndex;
import kvproof.testkit.Drawn;
import kvproof.testkit.Profile;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * The host-pinned tier is walked once, whatever is asked of it: row N25 of the index scenarios.
 *
 * <p>With one hash for each prefix there is one hash line, so N positions are all there are. A scan
 * after the walk, for candidates or for another frontier, would compare some of them again.
 */
class PositionsComparedPropertyTest {

  @Property(tries = 600)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void noPositionIsComparedTwice(@ForAll("consistent") Case drawn) {
    TieredIndex index = new TieredIndex();
    long most = 0;
    for (IndexStep step : drawn.indexSteps()) {
      take(index, step);
      for (Request request : drawn.requests()) {
        long compared = lookUp(index, request, true).positionsCompared();

        assertThat(compared)
            .as(
                () ->
                    request
                        + " after "
                        + CaseText.printStep(step)
                        + " of\n"
                        + CaseText.print(drawn))
            .isLessThanOrEqualTo(request.localHashes().size());
        most = Math.max(most, compared);
      }
    }

    Statistics.collect(most > 0);
    Statistics.coverage(drawnCases -> drawnCases.check(true).percentage(share -> share > 50));
  }

  @Property(tries = 600)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void candidatesCostNothingWhereNobodyNeedsThem(@ForAll("consistent") Case drawn) {
    TieredIndex index = new TieredIndex();
    boolean walkedForNobodyPartial = false;
    for (IndexStep step : drawn.indexSteps()) {
      take(index, step);
      for (Request request : drawn.requests()) {
        Lookup without = lookUp(index, request, false);
        if (index.residency().snapshot().hintSources().isEmpty()
            && !hasPartialRank(index, without)) {

          Lookup with = lookUp(index, request, true);

          assertThat(with.positionsCompared())
              .as(
                  () ->
                      request
                          + " after "
                          + CaseText.printStep(step)
                          + " of\n"
                          + CaseText.print(drawn))
              .isEqualTo(without.positionsCompared());
          walkedForNobodyPartial |= with.positionsCompared() > 0;
        }
      }
    }

    Statistics.collect(walkedForNobodyPartial);
    Statistics.coverage(drawnCases -> drawnCases.check(true).percentage(share -> share > 10));
  }

  private static void take(TieredIndex index, IndexStep step) {
    switch (step) {
      case KvCacheEvent event -> index.apply(event);
      case ResidencySnapshot snapshot -> index.replace(snapshot);
      case WorkerSnapshot _, StreamState _ -> {}
    }
  }

  private static Lookup lookUp(TieredIndex index, Request request, boolean candidates) {
    Lookup lookup = index.newLookup();
    long[] prompt = request.localHashes().toArray();
    index.lookUp(prompt, prompt.length, candidates, lookup);
    return lookup;
  }

  private static boolean hasPartialRank(TieredIndex index, Lookup lookup) {
    for (int owner = 0; owner < index.owners().size(); owner++) {
      int frontier = index.owners().isRank(owner) ? lookup.frontier(owner) : 0;
      if (frontier > 0 && frontier < lookup.length()) {
        return true;
      }
    }
    return false;
  }

  @Provide
  Arbitrary<Case> consistent() {
    return Drawn.cases(Profile.CONSISTENT);
  }
}
