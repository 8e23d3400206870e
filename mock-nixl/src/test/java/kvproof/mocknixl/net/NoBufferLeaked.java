package kvproof.mocknixl.net;

import java.util.List;
import kvproof.testkit.transfer.NothingLeaked;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Fails a test class that leaves a Netty buffer unreleased; every class of the module, without
 * being asked.
 */
public final class NoBufferLeaked extends NothingLeaked implements LauncherSessionListener {
  /** Before any test, so that no buffer is made unseen. */
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    BufferLeaks.watch();
  }

  @Override
  protected List<String> leaked() {
    return BufferLeaks.watch().take();
  }
}
