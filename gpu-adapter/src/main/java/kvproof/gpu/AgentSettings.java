package kvproof.gpu;

/**
 * How an agent is made.
 *
 * @param backend the plugin that moves the bytes
 * @param progressDelayMicros how long the agent's own thread sleeps at most while nothing wakes it;
 *     at least 1, since 0 keeps a core busy
 */
record AgentSettings(String backend, long progressDelayMicros) {
  private static final long PROGRESS_DELAY_MICROS = 1_000;

  /** UCX, and a thread that costs little while nothing moves. */
  static AgentSettings defaults() {
    return new AgentSettings("UCX", PROGRESS_DELAY_MICROS);
  }
}
