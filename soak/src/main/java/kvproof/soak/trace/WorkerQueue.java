package kvproof.soak.trace;

/**
 * Decides which engine gets a request: the one that would be done first.
 *
 * <p>An engine is busy for a fixed time per block that it computes. Being done takes the rest of
 * what it has to do and the blocks that it lacks. Ties go to the smaller number. Cost policies
 * proper are not what a replay is about.
 */
final class WorkerQueue {
  /** Time to compute one block of 512 tokens, roughly that of one fast accelerator. */
  private static final long MILLIS_PER_BLOCK = 25;

  private final long[] busyUntilMillis;

  WorkerQueue(int workers) {
    busyUntilMillis = new long[workers];
  }

  /**
   * Books the request and tells which engine has it.
   *
   * @param missingBlocks blocks that each engine would have to compute
   */
  int book(long nowMillis, int[] missingBlocks) {
    int best = 0;
    for (int worker = 1; worker < busyUntilMillis.length; worker++) {
      if (doneMillis(worker, nowMillis, missingBlocks)
          < doneMillis(best, nowMillis, missingBlocks)) {
        best = worker;
      }
    }
    busyUntilMillis[best] = doneMillis(best, nowMillis, missingBlocks);
    return best;
  }

  private long doneMillis(int worker, long nowMillis, int[] missingBlocks) {
    return Math.max(busyUntilMillis[worker], nowMillis) + missingBlocks[worker] * MILLIS_PER_BLOCK;
  }
}
