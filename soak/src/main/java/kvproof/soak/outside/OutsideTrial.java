package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.WRONG_SHAPE;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;
import kvproof.soak.relation.AskedRelations;
import kvproof.soak.run.CaseItinerary;
import kvproof.soak.run.CaseItinerary.Stop;
import kvproof.soak.run.CaseObserver;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.CaseTrial;
import kvproof.soak.run.RouterTrouble;

/**
 * Cases tried by one router process: what a case tells and asks is written as a whole, cases after
 * it may follow at once, and each goes to the {@link OutsideJudge} when its answers are there.
 *
 * <p>A process with which something is wrong is ended, and the next case starts another one. For
 * one thread; closing ends the process.
 */
final class OutsideTrial implements CaseTrial, AutoCloseable {
  /** What came of one case, and whether something was wrong with the process. */
  private record Tried(CaseResult result, boolean hadTrouble) {}

  private final Supplier<Conversation> start;
  private final Capabilities capabilities;
  private final OutsideJudge judge;
  private final Deque<ToldCase> begun = new ArrayDeque<>();
  private final SortedMap<String, Long> leftOut = new TreeMap<>();
  private Optional<Conversation> conversation = Optional.empty();
  private Optional<RouterTrouble> trouble = Optional.empty();
  private List<String> stderr = List.of();

  OutsideTrial(RouterCommand command, Path folder, Capabilities capabilities) {
    this(() -> Conversation.start(command, folder), capabilities);
  }

  /** With whatever {@code start} starts, once at first and again after each trouble. */
  OutsideTrial(Supplier<Conversation> start, Capabilities capabilities) {
    this.start = start;
    this.capabilities = capabilities;
    this.judge = new OutsideJudge(capabilities);
  }

  /** Steps of the cases begun that the router was not told, by the capability that it lacks. */
  SortedMap<String, Long> leftOutSteps() {
    return leftOut;
  }

  /** Differences in the cases judged that a rule knows, by the rule. */
  SortedMap<String, Long> knownDifferences() {
    return judge.knownDifferences();
  }

  /** The last lines of standard error, of the process before if this one wrote none. */
  List<String> stderr() {
    List<String> now = conversation.map(Conversation::stderr).orElse(List.of());
    return now.isEmpty() ? stderr : now;
  }

  /**
   * Whether another case may follow those on their way: not one whose relations are looked at, for
   * which the router is asked question by question.
   */
  boolean takesMore() {
    return begun.isEmpty() || !AskedRelations.areLookedAt(begun.getLast().plain().seed());
  }

  /**
   * The run is over: asks one question more and ends the input behind it. What is wrong then is
   * {@link #trouble}. Nothing, if no process is at rest.
   */
  void takeLeave() {
    if (!begun.isEmpty() || conversation.filter(open -> !open.isBroken()).isEmpty()) {
      return;
    }
    try {
      Conversation open = conversation.get();
      open.ask(StepLines.query(new Request("last", BlockHashes.of(1), List.of())));
      open.takeLeave();
    } catch (RouterTrouble atTheEnd) {
      trouble = Optional.of(atTheEnd);
    }
    end();
  }

  /** What was wrong when leave was taken of a process. */
  Optional<RouterTrouble> trouble() {
    return trouble;
  }

  int casesOnTheirWay() {
    return begun.size();
  }

  /** Arrivals are told as what they come to by the oracle. */
  @Override
  public Case plain(Case soakCase) {
    return told(soakCase, new ExpressibleSteps(capabilities));
  }

  private static Case told(Case soakCase, ExpressibleSteps expressible) {
    FrontedRouter oracle = Fronts.fronted(new OwnerInventoryOracle());
    List<CaseStep> steps = new ArrayList<>();
    for (IndexStep step : oracle.flattened(soakCase).indexSteps()) {
      expressible.of(step).ifPresent(steps::add);
    }
    return new Case(soakCase.profile(), soakCase.seed(), steps, soakCase.requests(), List.of());
  }

  /** Writes what the case tells and asks; it goes out once somebody waits for an answer. */
  void begin(Case soakCase) {
    begin(soakCase, CaseObserver.NOBODY);
  }

  /** The same; {@code observer} sees what becomes of what the router was told. */
  void begin(Case soakCase, CaseObserver observer) {
    ExpressibleSteps expressible = new ExpressibleSteps(capabilities);
    Case plain = told(soakCase, expressible);
    expressible.leftOut().forEach((part, steps) -> leftOut.merge(part, steps, Long::sum));
    beginPlain(plain, observer);
  }

  private void beginPlain(Case plain, CaseObserver observer) {
    try {
      send(plain, open(), observer);
    } catch (RouterTrouble atTheGreeting) {
      begun.addLast(
          new ToldCase(plain, CaseItinerary.of(plain), 1, Optional.of(atTheGreeting), observer));
    }
  }

  private void send(Case plain, Conversation open, CaseObserver observer) {
    List<Stop> stops = CaseItinerary.of(plain);
    int questions = 0;
    open.tell(StepLines.reset());
    for (Stop stop : stops) {
      switch (stop) {
        case Stop.Step(var step) -> StepLines.of(step).forEach(open::tell);
        case Stop.Question(var request) -> open.ask(StepLines.query(request));
        case Stop.ResidentCounts(var ranks) -> {
          if (capabilities.can(Part.RESIDENT)) {
            open.ask(StepLines.resident(ranks));
          }
        }
        case Stop.Inventory _ -> {
          if (capabilities.can(Part.DUMP)) {
            open.ask(StepLines.dump());
          }
        }
      }
      questions += PlayedRouter.isAsked(stop, capabilities) ? 1 : 0;
    }
    begun.addLast(new ToldCase(plain, stops, questions, Optional.empty(), observer));
  }

  private Conversation open() {
    if (conversation.isEmpty()) {
      Conversation fresh = start.get();
      conversation = Optional.of(fresh);
      Capabilities now = OutsideRouter.greet(fresh);
      if (!now.equals(capabilities)) {
        throw fresh.trouble(
            WRONG_SHAPE, "greets with " + now + ", where it said " + capabilities + " before");
      }
    }
    return conversation.get();
  }

  /**
   * What came of the cases that are on their way, the first one first; at least one.
   *
   * <p>One, unless something is wrong with the process: then all of them, each tried once more by
   * itself, since the first question without an answer need not be the one that did the harm. If
   * none of them has trouble by itself, the first one is it, whatever else the others differ in.
   */
  List<CaseResult> settle() {
    ToldCase first = begun.remove();
    Tried tried = tried(first);
    if (!tried.hadTrouble()) {
      endIfBroken();
      return List.of(tried.result());
    }
    List<ToldCase> all = new ArrayList<>(begun);
    all.addFirst(first);
    end();
    if (all.size() == 1) {
      return List.of(tried.result());
    }
    List<Tried> alone = new ArrayList<>();
    all.forEach(again -> alone.add(alone(again.plain())));
    if (alone.stream().noneMatch(Tried::hadTrouble)) {
      alone.set(0, tried);
    }
    return alone.stream().map(Tried::result).toList();
  }

  private Tried alone(Case plain) {
    beginPlain(plain, CaseObserver.NOBODY);
    Tried tried = tried(begun.remove());
    if (tried.hadTrouble()) {
      end();
    } else {
      endIfBroken();
    }
    return tried;
  }

  private Tried tried(ToldCase asked) {
    List<Reply> replies = new ArrayList<>();
    Optional<RouterTrouble> trouble = collect(asked, replies);
    CaseResult result =
        judge.judge(
            asked,
            replies,
            message -> conversation.orElseThrow().trouble(WRONG_SHAPE, message),
            conversation.filter(open -> begun.isEmpty() && !open.isBroken()));
    return new Tried(result, trouble.isPresent());
  }

  @Override
  public CaseResult run(Case soakCase) {
    begin(soakCase);
    return settle().getFirst();
  }

  /** After the first trouble nothing more is asked. */
  private Optional<RouterTrouble> collect(ToldCase asked, List<Reply> replies) {
    if (asked.unsent().isPresent()) {
      replies.add(new Reply.Failed(asked.unsent().get()));
      return asked.unsent();
    }
    try {
      for (int i = 0; i < asked.questions(); i++) {
        replies.add(new Reply.Answered(open().answer()));
      }
      return Optional.empty();
    } catch (RouterTrouble trouble) {
      replies.add(new Reply.Failed(trouble));
      return Optional.of(trouble);
    }
  }

  /** A relation may have come upon trouble; then nothing else is on its way. */
  private void endIfBroken() {
    if (begun.isEmpty() && conversation.filter(Conversation::isBroken).isPresent()) {
      end();
    }
  }

  private void end() {
    stderr = stderr();
    conversation.ifPresent(Conversation::close);
    conversation = Optional.empty();
    begun.clear();
  }

  @Override
  public void close() {
    end();
  }
}
