package kvproof.events.zmq;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import kvproof.events.FrameProblem;
import kvproof.events.LiveListener;
import kvproof.events.LiveMessage;
import org.awaitility.Awaitility;

/** A listener that keeps everything, for a test to wait for. */
final class Heard implements LiveListener {
  static final Endpoint ANY_PORT = Endpoint.parse("tcp://127.0.0.1:0");
  static final Duration LONG = Duration.ofSeconds(20);

  /** What is wrong with a new connection shows soon. */
  static final ConnectionSettings QUICK =
      ConnectionSettings.defaults().withHandshakeInterval(Duration.ofMillis(300));

  final List<LiveMessage> messages = new CopyOnWriteArrayList<>();
  final List<FrameProblem> problems = new CopyOnWriteArrayList<>();

  @Override
  public void onMessage(LiveMessage message) {
    messages.add(message);
  }

  @Override
  public void onMalformed(FrameProblem problem) {
    problems.add(problem);
  }

  void await(int count) {
    until(() -> messages.size() >= count);
  }

  List<Long> sequences() {
    return messages.stream().map(LiveMessage::sequence).toList();
  }

  static void until(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(condition);
  }
}
