package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Fails a test class that leaves a Netty buffer unreleased; every class of the module, without
 * being asked. What a property leaks, which another engine runs, fails the class that comes next.
 */
public final class NoBufferLeaked implements AfterAllCallback, LauncherSessionListener {
  /** Before any test, so that no buffer is made unseen. */
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    BufferLeaks.watch();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!context.getRequiredTestClass().isAnnotationPresent(Nested.class)) {
      assertThat(BufferLeaks.watch().take()).isEmpty();
    }
  }
}
