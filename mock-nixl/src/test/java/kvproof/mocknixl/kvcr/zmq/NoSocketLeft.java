package kvproof.mocknixl.kvcr.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After every test no thread of ZeroMQ may be left. */
final class NoSocketLeft implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(socketThreads()).isEmpty());
  }

  private static List<String> socketThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("iothread-") || name.startsWith("reaper-"))
        .toList();
  }
}
