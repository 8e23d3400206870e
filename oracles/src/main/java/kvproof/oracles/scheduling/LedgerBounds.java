package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;

/**
 * What the load of one rank may be, from its entries alone.
 *
 * @param sure entries that are there
 * @param all those and the ones that may have expired
 * @param isDecaying prefill tokens fall with time
 * @param isWhole every block counts as one
 */
record LedgerBounds(
    WorkerWithDpRank rank,
    List<LedgerEntry> sure,
    List<LedgerEntry> all,
    boolean isDecaying,
    boolean isWhole) {

  void check(RankLoad load, List<Difference> found) {
    within("requests", sure.size(), all.size(), load.activeRequests(), found);
    within(
        "prefill tokens",
        isDecaying ? 0 : prefillTokens(sure),
        prefillTokens(all),
        load.activePrefillTokens(),
        found);
    long most = blocks(all);
    long least = sure.size() == all.size() ? most : blocks(sure);
    within("blocks", isWhole ? least : 0, most, load.activeBlocks(), found);
  }

  private void within(String what, long least, long most, long actual, List<Difference> found) {
    if (actual < least || actual > most) {
      String expected = least == most ? Long.toString(least) : least + " to " + most;
      found.add(
          new Difference(
              "conservation",
              actual > most ? Kind.OVER_CREDIT : Kind.UNDER_CREDIT,
              what + " of " + rank,
              expected,
              "BookingLedger",
              Long.toString(actual)));
    }
  }

  private static long prefillTokens(List<LedgerEntry> entries) {
    return entries.stream().mapToLong(entry -> entry.prefillTokens).sum();
  }

  /** Prefixes of whole blocks, each once, and every output block. */
  private static long blocks(List<LedgerEntry> entries) {
    Set<List<Object>> prefixes = new HashSet<>();
    long outputs = 0;
    for (LedgerEntry entry : entries) {
      List<Object> prefix = new ArrayList<>(List.of(entry.isShared() ? "" : entry));
      for (long hash : entry.request.sequenceHashes().toArray()) {
        prefix.add(hash);
        prefixes.add(List.copyOf(prefix));
      }
      outputs += entry.outputBlocks;
    }
    return prefixes.size() + outputs;
  }
}
