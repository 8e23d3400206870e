package kvproof.benchmarks.selection;

import kvproof.router.policy.BatchView;
import kvproof.router.policy.Contributions;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.Scorer;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.experimental.ResidentBlocks;

/** Adds to each candidate's cost how many blocks it holds, or nothing: the same without reading. */
final class CountScorer implements Scorer {
  private final boolean reads;
  private long[] blocks = new long[0];

  CountScorer(boolean reads) {
    this.reads = reads;
  }

  @Override
  public InputSet inputs() {
    return reads ? InputSet.CACHE.plus(ResidentBlocks.INPUT) : InputSet.CACHE;
  }

  @Override
  public void score(SelectionContext context, BatchView rows, Contributions contributions) {
    int count = rows.size();
    if (reads) {
      if (blocks.length < count) {
        blocks = new long[count];
      }
      ResidentBlocks.read(rows, 0, blocks);
    }
    for (int row = 0; row < count; row++) {
      contributions.set(row, reads ? blocks[row] : 0);
    }
  }
}
