package kvproof.soak.fetch;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.fetch.FetchFixture.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.soak.sim.FetchSimulation;
import kvproof.soak.sim.SimParts;

/** One request over six blocks; the target holds blocks 1-3, the source 4-6. */
final class FetchCases {
  static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  static final WorkerWithDpRank BYSTANDER = new WorkerWithDpRank(3, 0);
  static final CacheOwner CACHE = new CacheOwner("cache");
  static final Request REQUEST =
      new Request("q1", BlockHashes.of(LongStream.rangeClosed(1, 6).toArray()), List.of(TARGET));

  /** The target holds blocks 1-3, the source 4-6: the router hints all six from the source. */
  static final List<CaseStep> CONTINUATION =
      List.of(store(TARGET, DEVICE, 1, 3), store(SOURCE, HOST_PINNED, 4, 6));

  private FetchCases() {}

  static FetchAttempt at(KvCacheEvent... meanwhile) {
    return new FetchAttempt("q1", TARGET, List.of(meanwhile), Optional.empty());
  }

  static List<CaseStep> with(List<CaseStep> steps, CaseStep... more) {
    List<CaseStep> all = new ArrayList<>(steps);
    all.addAll(Arrays.asList(more));
    return all;
  }

  static Case soakCase(List<CaseStep> steps, List<FetchAttempt> attempts) {
    return new Case("fetch", 1, steps, List.of(REQUEST), attempts);
  }

  static Map<String, Answer> answers(List<CaseStep> steps) {
    KvRouter router = new ReferenceRouter();
    steps.forEach(step -> router.take((IndexStep) step));
    return Map.of("q1", router.answer(REQUEST));
  }

  static FetchReport check(List<CaseStep> steps, List<FetchAttempt> attempts) {
    return FetchCheck.check(soakCase(steps, attempts), answers(steps));
  }

  static FetchReport check(
      List<CaseStep> steps,
      List<FetchAttempt> attempts,
      FetchCheck.Carrier carrier,
      SimParts parts) {
    return FetchCheck.check(soakCase(steps, attempts), answers(steps), carrier, parts);
  }

  /** One fetch between nodes that are put together of these parts. */
  static FetchReport broken(List<CaseStep> steps, SimParts parts) {
    return check(steps, List.of(at()), FetchSimulation::carryOut, parts);
  }

  /** One fetch that is carried out in this way. */
  static FetchReport broken(List<CaseStep> steps, FetchCheck.Carrier carrier) {
    return check(steps, List.of(at()), carrier, SimParts.sound());
  }

  static FetchAttempt struckBy(FetchFault fault) {
    return new FetchAttempt("q1", TARGET, List.of(), Optional.empty(), Optional.of(fault));
  }

  /** What was found instead, one text a difference. */
  static List<String> actuals(FetchReport report) {
    return report.differences().stream().map(Difference::actual).toList();
  }
}
