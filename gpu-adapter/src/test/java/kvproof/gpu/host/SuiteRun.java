package kvproof.gpu.host;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes without Maven and says in one line what came of them; each reason for skipping
 * is printed once. Exit code 1 if a test failed, or if nothing ran and nothing said why.
 */
public final class SuiteRun {
  private final Set<String> reasons = new LinkedHashSet<>();

  private SuiteRun() {}

  /** The arguments are names of classes. */
  public static void main(String[] args) {
    System.exit(new SuiteRun().run(args) ? 0 : 1);
  }

  private boolean run(String[] classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .build();
    var summaries = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, summaries, reasonListener());
    TestExecutionSummary summary = summaries.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 10);
    reasons.forEach(reason -> System.out.println("skipped: " + reason));
    System.out.printf(
        "SUITE tests=%d passed=%d failed=%d%n",
        summary.getTestsFoundCount(),
        summary.getTestsSucceededCount(),
        summary.getTotalFailureCount());
    boolean hasSaid = summary.getTestsSucceededCount() > 0 || !reasons.isEmpty();
    return summary.getTotalFailureCount() == 0 && hasSaid;
  }

  private TestExecutionListener reasonListener() {
    return new TestExecutionListener() {
      @Override
      public void executionSkipped(TestIdentifier test, String reason) {
        reasons.add(reason);
      }

      @Override
      public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
          result.getThrowable().ifPresent(why -> reasons.add(String.valueOf(why.getMessage())));
        }
      }
    };
  }
}
