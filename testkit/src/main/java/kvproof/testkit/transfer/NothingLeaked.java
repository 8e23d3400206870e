package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that leaves something unreleased; a group within a class counts with it. What
 * a property leaks, which another engine runs, fails the class that comes next.
 */
public abstract class NothingLeaked implements AfterAllCallback {
  /** What was leaked since the last time, in words; empty if nothing was. */
  protected abstract List<String> leaked();

  @Override
  public final void afterAll(ExtensionContext context) {
    if (!context.getRequiredTestClass().isAnnotationPresent(Nested.class)) {
      assertThat(leaked()).isEmpty();
    }
  }
}
