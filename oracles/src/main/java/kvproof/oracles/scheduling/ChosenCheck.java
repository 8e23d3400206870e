package kvproof.oracles.scheduling;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionRequest;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;

/**
 * Every field of a choice but its draws, for the rank that was chosen: selection 1.10.
 *
 * <p>Catches a cost, source or number that is not the chosen rank's own. Costs and weighted
 * overlaps are compared within a tolerance.
 *
 * @param rows all compared ranks
 */
record ChosenCheck(
    SchedulerSettings settings,
    SelectionRequest request,
    PromptLookup lookup,
    Bookings bookings,
    List<CostedRow> rows) {

  private static final BigDecimal TOLERANCE = BigDecimal.valueOf(1e-9);

  /** What the chosen rank has left to prefill; what is booked if prefill counts. */
  long effectivePrefill(WorkerWithDpRank rank) {
    return request.promptTokens() - Math.min(cachedTokens(rank), request.promptTokens());
  }

  void check(Chosen chosen, CostedRow row, Transcript transcript) {
    String where = request.id() + " on " + row.rank();
    if (!row.cost().isNear(chosen.cost())) {
      transcript.differ(
          "cost", where, row.cost().value().doubleValue() + " of " + row.inputs(), chosen.cost());
    }
    checkSource(chosen, row, where, transcript);
    checkAccounting(chosen, row.rank(), where, transcript);
  }

  private static void checkSource(
      Chosen chosen, CostedRow row, String where, Transcript transcript) {
    var expected = row.source().choice();
    if (chosen.frontier() != expected.frontier()) {
      Kind kind = chosen.frontier() > expected.frontier() ? Kind.OVER_CREDIT : Kind.UNDER_CREDIT;
      transcript.differ("frontier", kind, where, expected.frontier(), chosen.frontier());
    }
    if (!chosen.source().equals(expected.source())) {
      transcript.differ("source", Kind.WRONG_SOURCE, where, expected.source(), chosen.source());
    }
    if (chosen.creditedEnd() != expected.end()) {
      transcript.differ(
          "credited-end", Kind.WRONG_END, where, expected.end(), chosen.creditedEnd());
    }
  }

  private void checkAccounting(
      Chosen chosen, WorkerWithDpRank rank, String where, Transcript transcript) {
    int blockSize = settings.blockSize();
    BigDecimal effective = lookup.overlap(rank).effective(settings.weights());
    if (!isNear(effective, chosen.effectiveOverlapBlocks())) {
      transcript.differ(
          "accounting",
          where,
          "effective overlap " + effective,
          "effective overlap " + chosen.effectiveOverlapBlocks());
    }
    var numbers = new NumberCheck("accounting", where, transcript);
    numbers.check("required blocks", requestBlocks(), chosen.requiredBlocks());
    numbers.check("cached tokens", cachedTokens(rank), chosen.cachedTokens());
    numbers.check(
        "effective prefill tokens", effectivePrefill(rank), chosen.effectivePrefillTokens());
    numbers.check("potential decode blocks", potentialDecode(rank), chosen.potentialDecodeBlocks());
    numbers.check(
        "selected raw cached tokens",
        ifBooked(lookup.overlap(rank).rawCachedTokens(blockSize)),
        chosen.selectedRawCachedTokens());
    numbers.check(
        "max raw cached tokens", ifBooked(mostRawCached(blockSize)), chosen.maxRawCachedTokens());
  }

  private static boolean isNear(BigDecimal expected, double actual) {
    return Double.isFinite(actual)
        && expected.subtract(new BigDecimal(actual)).abs().compareTo(TOLERANCE) <= 0;
  }

  private long requestBlocks() {
    return Math.ceilDiv(request.promptTokens(), settings.blockSize());
  }

  private long cachedTokens(WorkerWithDpRank rank) {
    return lookup.overlap(rank).cachedTokens(settings.weights(), settings.blockSize());
  }

  private long potentialDecode(WorkerWithDpRank rank) {
    List<Long> tracked = TrackedBlocks.of(request);
    return bookings.activeBlocks(rank)
        + bookings.additionalBlocks(rank, tracked, TrackedBlocks.areShared(request))
        + Math.max(requestBlocks() - tracked.size(), 0);
  }

  private long mostRawCached(int blockSize) {
    return rows.stream()
        .mapToLong(row -> lookup.overlap(row.rank()).rawCachedTokens(blockSize))
        .reduce(0, Math::max);
  }

  /** Told of requests whose life is followed, whether or not their prefill counts. */
  private OptionalLong ifBooked(long tokens) {
    return switch (request.admission()) {
      case BOOK, LEASE -> OptionalLong.of(tokens);
      case QUERY, ADVISORY -> OptionalLong.empty();
    };
  }
}
