package kvproof.soak.field;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kvproof.model.CaseStep;
import kvproof.model.Scheduler;
import kvproof.model.SchedulingDecision;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.router.selection.ReferenceScheduler;

/** 8,000 requests without anything in common, one after the other, on eight idle equal workers. */
final class EvenTies {
  private static final int WORKERS = 8;
  private static final int REQUESTS = 8_000;
  private static final int LEAST = 850;
  private static final int MOST = 1_150;

  private EvenTies() {}

  static void ask(Questions questions) {
    ask(questions, _ -> new ReferenceScheduler());
  }

  static void ask(Questions questions, LongFunction<Scheduler> scheduler) {
    for (long seed : new long[] {1, 2, 3}) {
      questions.ask(
          "fewest and most of one worker lie within 850 and 1150, seed " + seed,
          true,
          () -> isEven(workers(scheduler.apply(seed), seed, REQUESTS)));
    }
    questions.ask(
        "the same seed gives the same sequence",
        true,
        () -> workers(scheduler.apply(1), 1, 200).equals(workers(scheduler.apply(1), 1, 200)));
    questions.ask(
        "another seed gives another",
        true,
        () -> !workers(scheduler.apply(1), 1, 200).equals(workers(scheduler.apply(2), 2, 200)));
  }

  private static boolean isEven(List<WorkerWithDpRank> chosen) {
    Map<WorkerWithDpRank, Long> counts =
        chosen.stream()
            .collect(Collectors.groupingBy(rank -> rank, TreeMap::new, Collectors.counting()));
    return counts.size() == WORKERS
        && counts.values().stream().allMatch(count -> count >= LEAST && count <= MOST);
  }

  /** Whom each request got; every request is over before the next one comes. */
  private static List<WorkerWithDpRank> workers(Scheduler scheduler, long seed, int requests) {
    return steps(seed, requests).stream()
        .flatMap(step -> scheduler.take(step).stream())
        .filter(SchedulingDecision.Chosen.class::isInstance)
        .map(decision -> ((SchedulingDecision.Chosen) decision).rank())
        .toList();
  }

  private static List<CaseStep> steps(long seed, int requests) {
    StringBuilder text = new StringBuilder("kvproof-case 1\nprofile field\nseed 1\n");
    text.append("configure block 16 seed ").append(seed).append(" class default fcfs quantum 1\n");
    text.append("schedulable ")
        .append(
            IntStream.rangeClosed(1, WORKERS)
                .mapToObj(worker -> worker + " start 0 size 1")
                .collect(Collectors.joining(" ; ")))
        .append('\n');
    for (int i = 1; i <= requests; i++) {
      text.append("submit r").append(i).append(" book tokens 16 local ").append(i).append('\n');
      text.append("release r").append(i).append('\n');
    }
    return CaseText.parse(text.toString()).steps();
  }
}
