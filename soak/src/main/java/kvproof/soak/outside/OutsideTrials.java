package kvproof.soak.outside;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import kvproof.model.Case;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.CaseSupply;
import kvproof.soak.run.CaseTrial;
import kvproof.soak.run.CaseTwice;
import kvproof.soak.run.RouterTrouble;
import kvproof.soak.run.Situations;
import kvproof.soak.run.Soak.Plan;
import kvproof.soak.run.Trials;
import kvproof.soak.situation.ToldSituations;
import kvproof.testkit.Profile;

/**
 * Cases tried by the router of a command, one process for each thread, with many cases on their way
 * at once.
 *
 * <p>Closing ends the processes.
 */
public final class OutsideTrials implements Trials, AutoCloseable {
  private final RouterCommand command;
  private final Path folder;
  private final Capabilities capabilities;
  private final OutsideTrial alone;
  private final List<OutsideTrial> all = new ArrayList<>();

  private OutsideTrials(RouterCommand command, Path folder, Capabilities capabilities) {
    this.command = command;
    this.folder = folder;
    this.capabilities = capabilities;
    this.alone = new OutsideTrial(command, folder, capabilities);
  }

  /**
   * Asks the router what it can.
   *
   * <p>Throws {@link java.io.UncheckedIOException} if there is no such program, and {@link
   * RouterTrouble} if it does not answer its greeting as it must, or does not end with its input.
   */
  public static OutsideTrials of(RouterCommand command, Path folder) {
    try (Conversation greeting = Conversation.start(command, folder)) {
      Capabilities capabilities = OutsideRouter.greet(greeting);
      greeting.finish(capabilities.isGreeted());
      return new OutsideTrials(command, folder, capabilities);
    }
  }

  /** Whether cases of this profile can be told in lines. */
  public static boolean canTell(Profile profile) {
    return switch (profile) {
      case ENGINE, CONSISTENT, IRREGULAR -> true;
      case FETCH, LANES, FULL -> false;
    };
  }

  private OutsideTrial newTrial() {
    OutsideTrial trial = new OutsideTrial(command, folder, capabilities);
    synchronized (all) {
      all.add(trial);
    }
    return trial;
  }

  /**
   * What is counted in the cases that the router is told, and promised if it is told everything.
   */
  public Situations situations() {
    return new ToldSituations(capabilities.leftOut().isEmpty());
  }

  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public CaseSupply of(Plan plan) {
    return new OutsidePool(plan, command.timeout(), situations(), this::newTrial);
  }

  /** One case, by two processes one after the other; the first one's left-out steps count. */
  public CaseResult runTwice(Case kept) {
    try (OutsideTrial first = newTrial()) {
      return CaseTwice.compared(first.run(kept), alone.run(kept));
    }
  }

  @Override
  public CaseTrial alone() {
    return alone;
  }

  @Override
  public String rerunOptions() {
    return command.options();
  }

  /**
   * Steps that the router was not told, by the capability that it lacks, in all cases so far; read
   * while none is tried.
   */
  public SortedMap<String, Long> leftOutSteps() {
    return sums(OutsideTrial::leftOutSteps);
  }

  /** Differences that a rule knows, by the rule, in all cases so far; read while none is tried. */
  public SortedMap<String, Long> knownDifferences() {
    return sums(OutsideTrial::knownDifferences);
  }

  private SortedMap<String, Long> sums(Function<OutsideTrial, SortedMap<String, Long>> counts) {
    SortedMap<String, Long> sums = new TreeMap<>();
    synchronized (all) {
      for (OutsideTrial trial : all) {
        counts.apply(trial).forEach((name, count) -> sums.merge(name, count, Long::sum));
      }
    }
    return sums;
  }

  /** What was wrong at the end of a process, if anything was; read while none is tried. */
  public Optional<RouterTrouble> troubleAtTheEnd() {
    synchronized (all) {
      return all.stream().flatMap(trial -> trial.trouble().stream()).findFirst();
    }
  }

  /** The last lines that the processes wrote on standard error; read while none is tried. */
  public List<String> stderr() {
    synchronized (all) {
      return Stream.concat(all.stream(), Stream.of(alone))
          .flatMap(trial -> trial.stderr().stream())
          .toList();
    }
  }

  @Override
  public void close() {
    alone.close();
  }
}
