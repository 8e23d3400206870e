package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.CaseStep;
import kvproof.model.SchedulingDecision;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.router.membership.Dispatcher;
import kvproof.router.membership.EventListeners;
import kvproof.router.membership.PartitionRules;
import kvproof.router.membership.RankRefusal;
import kvproof.router.membership.RankRefusal.DpRankUnavailable;
import kvproof.router.membership.WorkerCatalog;
import kvproof.router.membership.WorkerDraft;
import kvproof.router.selection.ReferenceScheduler;

/** Two instances of one data-parallel group, and what goes to which of them. */
final class InstanceRanks {
  private static final long A = 1;
  private static final long B = 2;

  private final List<String> sent = new ArrayList<>();
  private final WorkerCatalog catalog =
      new WorkerCatalog(key -> PartitionRules.plain(16), noListeners(), publication -> {});
  private final Dispatcher dispatcher =
      new Dispatcher(
          catalog,
          (endpoint, rank, request) -> sent.add(request + " for " + rank + " " + endpoint));

  private InstanceRanks() {}

  static void ask(Questions questions) {
    InstanceRanks host = new InstanceRanks();
    questions.ask("A with dp ranks 0 to 7", "dp ranks 0 to 7", () -> host.register(A, 0, "g"));
    questions.ask("B with dp ranks 8 to 15", "dp ranks 8 to 15", () -> host.register(B, 8, "g"));
    questions.ask(
        "dispatch to B, rank 3", "refused: ranks 8 to 15", () -> host.dispatch(B, 3, "r1"));
    questions.ask("sent", "[]", () -> host.sent);
    questions.ask("dispatch to B, rank 11", "sent", () -> host.dispatch(B, 11, "r2"));
    questions.ask("dispatch to A, rank 3", "sent", () -> host.dispatch(A, 3, "r3"));
    questions.ask(
        "sent", "[r2 for 2/11 http://instance-2, r3 for 1/3 http://instance-1]", () -> host.sent);
    questions.ask(
        "a request that is pinned to B, rank 3", "NoEndpoints", InstanceRanks::pinnedToB3);
    questions.ask(
        "B once more, with dp ranks 0 to 7",
        "refused: worker 2 has dp ranks 0 to 7, which overlap dp ranks 0 to 7 of worker 1 in"
            + " data-parallel group g; start it with ranks of its own",
        () -> host.register(B, 0, "g"));
    questions.ask(
        "B afterwards",
        "dp ranks 8 to 15",
        () -> host.catalog.worker(B).orElseThrow().registration().ranks());
    questions.ask(
        "another group with dp ranks 0 to 7",
        "dp ranks 0 to 7",
        () -> host.register(B + 1, 0, "another"));
  }

  /** The ranks that are registered then, or why they are not. */
  private String register(long workerId, int startRank, String group) {
    WorkerDraft instance =
        WorkerDraft.of(workerId)
            .endpoint("http://instance-" + workerId)
            .blockSize(16)
            .dataParallelGroup(group)
            .startRank(startRank)
            .rankCount(8);
    try {
      return catalog.upsert(instance.registration()).registration().ranks().toString();
    } catch (IllegalArgumentException refused) {
      return "refused: " + refused.getMessage();
    }
  }

  private String dispatch(long workerId, int dpRank, String request) {
    Optional<RankRefusal> refusal =
        dispatcher.dispatch(new WorkerWithDpRank(workerId, dpRank), request);
    return refusal
        .map(
            why ->
                why instanceof DpRankUnavailable outside
                    ? "refused: ranks " + outside.start() + " to " + (outside.end() - 1)
                    : "refused: " + why)
        .orElse("sent");
  }

  /** What a scheduler decides on it. */
  private static String pinnedToB3() {
    ReferenceScheduler scheduler = new ReferenceScheduler();
    List<SchedulingDecision> decisions = new ArrayList<>();
    for (CaseStep step :
        CaseText.parse(
                """
                kvproof-case 1
                profile field
                seed 1
                configure block 16 seed 1 class default fcfs quantum 1
                schedulable 1 start 0 size 8 ; 2 start 8 size 8
                submit r1 book tokens 16 local 1 pin 2/3
                """)
            .steps()) {
      decisions.addAll(scheduler.take(step));
    }
    return decisions.size() == 1
            && decisions.getFirst() instanceof SchedulingDecision.Refused refused
        ? refused.error().getClass().getSimpleName()
        : decisions.toString();
  }

  private static EventListeners noListeners() {
    return stream -> {
      throw new AssertionError("a partition without KV events opens no listener: " + stream);
    };
  }
}
