package kvproof.soak.dataplane.report;

import java.util.List;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.report.RunReport.Ending;
import kvproof.soak.report.RunReport.Option;

/**
 * Everything that a report of one run of fetches shows.
 *
 * @param options as printed before the first case
 * @param casesAsked how many were planned; {@code results} has fewer if the run was stopped
 */
public record FetchReport(
    String version,
    List<Option> options,
    long seed,
    int casesAsked,
    List<TrialResult> results,
    List<SpeedRow> speeds,
    Ending ending) {
  public FetchReport {
    options = List.copyOf(options);
    results = List.copyOf(results);
    speeds = List.copyOf(speeds);
  }
}
