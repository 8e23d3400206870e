package kvproof.gpu.host;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.gpu.cuda.RealDevice;
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
 *
 * <p>{@code --must-run N}, before the classes: also if fewer than N passed; and what needs a GPU
 * fails instead of being skipped.
 */
public final class SuiteRun {
  private final Set<String> reasons = new LinkedHashSet<>();

  SuiteRun() {}

  /** The arguments are names of classes. */
  public static void main(String[] args) {
    List<String> classes = List.of(args);
    int leastPassed = 0;
    if (!classes.isEmpty() && classes.getFirst().equals("--must-run")) {
      leastPassed = Integer.parseInt(classes.get(1));
      classes = classes.subList(2, classes.size());
      System.setProperty(RealDevice.MUST_RUN, "true");
    }
    System.exit(new SuiteRun().run(classes, leastPassed) ? 0 : 1);
  }

  boolean run(List<String> classes, int leastPassed) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(classes.stream().map(name -> selectClass(name)).toList())
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
    boolean isEnough = summary.getTestsSucceededCount() >= leastPassed;
    if (!isEnough) {
      System.out.println("too few: " + leastPassed + " tests have to pass here");
    }
    return summary.getTotalFailureCount() == 0 && hasSaid && isEnough;
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
