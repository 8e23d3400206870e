package kvproof.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After every test no thread of a socket may be left, neither ours nor JeroMQ's. */
public final class NoThreadLeft implements AfterEachCallback {
  private static final List<String> NAMES = List.of("kvproof-", "iothread-", "reaper-");

  @Override
  public void afterEach(ExtensionContext context) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(socketThreads()).isEmpty());
  }

  static List<String> socketThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> NAMES.stream().anyMatch(name::startsWith))
        .toList();
  }
}
