package kvproof.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.SchedulingStep;
import kvproof.soak.digest.Digest;
import kvproof.soak.outside.OutsideTrials;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.FailureReport;
import kvproof.soak.report.RouterReport;
import kvproof.soak.report.SoakSummary;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.OracleSources;
import kvproof.soak.run.RouterTrouble;

/**
 * One run of {@code kvproof replay --router}: a kept case is tried on a router behind lines, as
 * {@code kvproof soak --router} would try it.
 *
 * <p>What lines cannot tell of a case, requests to a scheduler and fetches, is left out and named.
 */
final class OutsideReplay {
  private final RouterCommand command;
  private final Surroundings surroundings;

  OutsideReplay(RouterCommand command, Surroundings surroundings) {
    this.command = command;
    this.surroundings = surroundings;
  }

  /** The exit code; {@code file} is the name that reports give the case. */
  int run(Case kept, String file) throws IOException {
    try (OutsideTrials trials = OutsideTrials.of(command, surroundings.folder())) {
      return run(kept, file, trials);
    } catch (RouterTrouble atTheGreeting) {
      GreetingTrouble.print(atTheGreeting, command, surroundings.out());
      return ExitCode.DIVERGED;
    } catch (UncheckedIOException unstartable) {
      surroundings.err().println("kvproof: " + unstartable.getMessage());
      return ExitCode.BAD_USAGE;
    }
  }

  private int run(Case kept, String file, OutsideTrials trials) throws IOException {
    CaseResult result = trials.runTwice(kept);
    Optional<Divergence> divergence = result.divergence();
    divergence.ifPresent(
        found ->
            surroundings
                .out()
                .print(
                    FailureReport.ofReplay(
                        file, command.options(), trials.alone().plain(kept), found)));
    RouterReport router = report(kept, trials);
    router.known().forEach((rule, count) -> print("known: " + rule + " " + count));
    SoakSummary summary =
        new SoakSummary(
            kept.profile(),
            kept.seed(),
            1,
            divergence.isPresent() ? 1 : 0,
            0,
            OracleSources.digest(),
            new Digest().add(result.digest()).value());
    print(summary.line() + router.closing());
    return divergence.isPresent() ? ExitCode.DIVERGED : ExitCode.AGREED;
  }

  private RouterReport report(Case kept, OutsideTrials trials) {
    List<String> leftOut = new ArrayList<>(trials.capabilities().leftOut());
    if (kept.steps().stream().anyMatch(SchedulingStep.class::isInstance)) {
      leftOut.add("scheduling");
    }
    if (!kept.fetches().isEmpty()) {
      leftOut.add("fetches");
    }
    return new RouterReport(
        command.text(),
        trials.capabilities().text(),
        leftOut,
        trials.leftOutSteps(),
        trials.knownDifferences(),
        trials.stderr(),
        Optional.empty());
  }

  private void print(String line) {
    surroundings.out().println(line);
  }
}
