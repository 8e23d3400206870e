package kvproof.soak.trace;

/** One line of a trace. */
public sealed interface TraceLine {
  /** Number of the line in its file, from 1. */
  long number();

  /**
   * One request.
   *
   * @param timestampMillis since the start of the trace
   * @param inputTokens length of the prompt
   * @param outputTokens length of the answer
   * @param hashIds one id per 512-token block of the prompt, root first; equal ids mean equal
   *     content behind an equal prefix; the last block may be partial
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and traces are long
  record TraceRequest(
      long number, long timestampMillis, long inputTokens, long outputTokens, long[] hashIds)
      implements TraceLine {}

  /** A line that is no request, and why. */
  record BrokenLine(long number, String reason) implements TraceLine {}
}
