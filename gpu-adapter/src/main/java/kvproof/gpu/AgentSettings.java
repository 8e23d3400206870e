package kvproof.gpu;

import java.time.Duration;

/**
 * How an agent is made.
 *
 * @param backend the plugin that moves the bytes
 * @param progressDelayMicros how long the agent's own thread sleeps at most while nothing wakes it;
 *     at least 1, since 0 keeps a core busy
 * @param farewell how long each peer is waited for at most until notifications have left for it,
 *     when it is forgotten or the agent closed; zero waits for none
 */
record AgentSettings(String backend, long progressDelayMicros, Duration farewell) {
  private static final long PROGRESS_DELAY_MICROS = 1_000;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  AgentSettings {
    if (progressDelayMicros < 1) {
      throw new IllegalArgumentException(
          "a delay of " + progressDelayMicros + " us would keep a core busy; take 1 or more");
    }
    if (farewell.isNegative()) {
      throw new IllegalArgumentException("a farewell of " + farewell + "; take zero or more");
    }
  }

  /** UCX, and a thread that costs little while nothing moves. */
  static AgentSettings defaults() {
    return new AgentSettings("UCX", PROGRESS_DELAY_MICROS, FAREWELL);
  }

  AgentSettings withBackend(String plugin) {
    return new AgentSettings(plugin, progressDelayMicros, farewell);
  }

  AgentSettings withFarewell(Duration longest) {
    return new AgentSettings(backend, progressDelayMicros, longest);
  }
}
