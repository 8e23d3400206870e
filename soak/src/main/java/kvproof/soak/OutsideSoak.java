package kvproof.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import kvproof.soak.outside.Capabilities;
import kvproof.soak.outside.OutsideTrials;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.ReportOutput;
import kvproof.soak.report.RouterReport;
import kvproof.soak.run.RouterTrouble;
import kvproof.testkit.Profile;

/** One run of {@code kvproof soak --router}: the router is greeted, then its cases run. */
final class OutsideSoak {
  private final SoakOptions options;
  private final boolean isProfileGiven;
  private final RouterCommand command;
  private final Surroundings surroundings;
  private final ReportOutput reportOutput;

  /** A run with these options, which name a router. */
  OutsideSoak(
      SoakOptions options,
      boolean isProfileGiven,
      Surroundings surroundings,
      ReportOutput reportOutput) {
    this.options = options;
    this.isProfileGiven = isProfileGiven;
    this.command = options.router().orElseThrow();
    this.surroundings = surroundings;
    this.reportOutput = reportOutput;
  }

  int run() throws IOException {
    try (OutsideTrials trials = OutsideTrials.of(command, surroundings.folder())) {
      SoakOptions chosen = options(trials.capabilities());
      int exitCode =
          new SoakRun(
                  chosen,
                  surroundings,
                  trials,
                  trials.situations(),
                  () -> Optional.of(report(trials)),
                  reportOutput)
              .run();
      return afterTheEnd(trials, exitCode);
    } catch (RouterTrouble atTheGreeting) {
      GreetingTrouble.print(atTheGreeting, command, surroundings.out());
      return ExitCode.DIVERGED;
    } catch (UncheckedIOException unstartable) {
      surroundings.err().println("kvproof: " + unstartable.getMessage());
      return ExitCode.BAD_USAGE;
    }
  }

  /** A router that was right in every case has still to end as the protocol has it. */
  private int afterTheEnd(OutsideTrials trials, int exitCode) {
    Optional<RouterTrouble> trouble = trials.troubleAtTheEnd();
    trouble.ifPresent(
        atTheEnd -> GreetingTrouble.printOfTheEnd(atTheEnd, command, surroundings.out()));
    return trouble.isPresent() && exitCode == ExitCode.AGREED ? ExitCode.DIVERGED : exitCode;
  }

  /** A router that promises nothing else is tried with engine histories unless others are named. */
  private SoakOptions options(Capabilities capabilities) {
    return isProfileGiven || !capabilities.isForEngineHistories()
        ? options
        : options.withProfiles(List.of(Profile.ENGINE));
  }

  private RouterReport report(OutsideTrials trials) {
    return new RouterReport(
        command.text(),
        trials.capabilities().text(),
        trials.capabilities().leftOut(),
        trials.leftOutSteps(),
        trials.knownDifferences(),
        trials.stderr(),
        trials.troubleAtTheEnd().map(RouterTrouble::getMessage));
  }
}
