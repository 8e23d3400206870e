package kvproof.mocknixl;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs tests within a test, to see them fail. */
public final class LaunchedTests {
  private LaunchedTests() {}

  /** All of a class. */
  public static TestExecutionSummary ran(Class<?> test) {
    return ran(test, _ -> FilterResult.included("all are run"));
  }

  /** Those of a class, and of its groups, that have this name. */
  public static TestExecutionSummary ran(Class<?> test, String method) {
    return ran(
        test,
        found ->
            FilterResult.includedIf(
                found.getSource().filter(source -> isOther(source, method)).isEmpty()));
  }

  private static boolean isOther(Object source, String method) {
    return source instanceof MethodSource found && !found.getMethodName().equals(method);
  }

  private static TestExecutionSummary ran(Class<?> test, PostDiscoveryFilter filter) {
    var summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(test))
                .filters(filter)
                .build(),
            summary);
    return summary.getSummary();
  }
}
