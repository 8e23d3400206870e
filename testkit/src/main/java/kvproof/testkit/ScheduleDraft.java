package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * A history with a scheduler in it, in the making: what the scheduler was told so far.
 *
 * <p>Does not know what the scheduler decided; who is parked, booked or gone is a guess.
 */
final class ScheduleDraft {

  /** A request with the time at which it was handed over. */
  record Sent(SelectionRequest request, long atNanos) {}

  private static final int FIRST_ONES_FORGOTTEN_AFTER = 12;

  private final HistoryDraft history;
  private final SchedulingSwarm swarm;
  private final SequenceNumbers sequences = new SequenceNumbers();
  private final List<Sent> sent = new ArrayList<>();
  private final List<String> fillers = new ArrayList<>();
  private SchedulerSettings settings;
  private List<SchedulableWorker> members = List.of();
  private long nowNanos;
  private boolean isHeld;
  private int idsGiven;

  ScheduleDraft(HistoryDraft history, SchedulingSwarm swarm, SchedulerSettings settings) {
    this.history = history;
    this.swarm = swarm;
    this.settings = settings;
    say(new Configured(settings));
  }

  void say(SchedulingStep step) {
    history.add(step);
    switch (step) {
      case Configured(var replaced) -> {
        settings = replaced;
        members = List.of();
        sent.clear();
        fillers.clear();
        isHeld = false;
        nowNanos = 0;
      }
      case WorkersReplaced(var workers) -> members = workers;
      case Submitted(var request) -> sent.add(new Sent(request, nowNanos));
      case ClockAdvanced(long time) -> nowNanos = Math.max(nowNanos, time);
      case AnswersHeld(boolean held) -> isHeld = held;
      default -> {} // says nothing that later steps are drawn from
    }
  }

  HistoryDraft history() {
    return history;
  }

  SchedulingSwarm swarm() {
    return swarm;
  }

  SchedulerSettings settings() {
    return settings;
  }

  SequenceNumbers sequences() {
    return sequences;
  }

  List<SchedulableWorker> members() {
    return members;
  }

  /** Every rank that may run requests, in the order of workers. */
  List<WorkerWithDpRank> memberRanks() {
    return members.stream()
        .flatMap(worker -> IntStream.range(0, worker.rankCount()).mapToObj(worker::rank))
        .toList();
  }

  long nowNanos() {
    return nowNanos;
  }

  boolean isHeld() {
    return isHeld;
  }

  /** The latest requests, oldest first. */
  List<Sent> sent() {
    int size = sent.size();
    return sent.subList(Math.max(0, size - FIRST_ONES_FORGOTTEN_AFTER), size);
  }

  /** How many requests were handed over since the scheduler began. */
  int sentSoFar() {
    return sent.size();
  }

  String freshId() {
    idsGiven++;
    return "r" + idsGiven;
  }

  /** Of a request that was handed over lately, or of nobody if there was none. */
  String someId(SeededRandom random) {
    return sent().isEmpty() ? "nobody" : random.pick(sent()).request().id();
  }

  /** Load for one rank alone, so that others wait. */
  void fill(SelectionRequest filler) {
    fillers.add(filler.id());
    say(new Submitted(filler));
  }

  /** Of a request that makes room if it is over: mostly one that fills a rank, the latest first. */
  String someBookedId(SeededRandom random) {
    if (fillers.isEmpty() || random.chance(30)) {
      return someId(random);
    }
    int latest = Math.min(fillers.size(), Math.max(1, memberRanks().size()));
    return fillers.get(fillers.size() - 1 - random.below(latest));
  }

  /** Times to come at which something may be due, each once, in order. */
  List<Long> dueTimes() {
    TreeSet<Long> times = new TreeSet<>();
    for (Sent request : sent()) {
      add(times, request.request().wishes().deadlineNanos(), 0);
      add(times, settings.refreshAfterNanos(), request.atNanos());
      add(times, settings.expiryNanos(), request.atNanos());
    }
    return List.copyOf(times.tailSet(nowNanos, false));
  }

  private static void add(SortedSet<Long> times, OptionalLong time, long since) {
    if (time.isPresent()) {
      times.add(since + time.getAsLong());
    }
  }
}
