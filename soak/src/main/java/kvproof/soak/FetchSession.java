package kvproof.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.soak.dataplane.plan.FetchOptions;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.plan.FetchPlanner;
import kvproof.soak.dataplane.run.FetchRun;
import kvproof.soak.dataplane.run.NodeLauncher;
import kvproof.soak.dataplane.run.TrialResult;

/** One run of {@code kvproof fetch}, from the settings to the closing line. */
final class FetchSession {
  private final FetchOptions options;
  private final Optional<Path> report;
  private final Surroundings surroundings;
  private final NodeLauncher launcher;

  FetchSession(
      FetchOptions options,
      Optional<Path> report,
      Surroundings surroundings,
      NodeLauncher launcher) {
    this.options = options;
    this.report = report;
    this.surroundings = surroundings;
    this.launcher = launcher;
  }

  int run() {
    List<FetchPlan> plans = new FetchPlanner(options).plans();
    List<TrialResult> results = new ArrayList<>();
    new FetchRun(options, launcher, surroundings.control().stopped())
        .run(
            plans,
            result -> {
              results.add(result);
              surroundings
                  .out()
                  .println(
                      result.plan().title()
                          + " "
                          + result.plan().shape()
                          + " x"
                          + result.plan().externalHashes().size()
                          + " "
                          + result.actual()
                          + " "
                          + result.nanos() / 1000
                          + " us "
                          + result.differences());
            });
    return results.stream().allMatch(TrialResult::agrees) ? 0 : 1;
  }
}
