package kvproof.router.policy;

import java.util.OptionalLong;
import kvproof.router.policy.resident.ResidentBatch;

/** The surviving rows, as the scorer at hand may see them. */
final class SurvivorBatch implements BatchView, ResidentBatch {
  private final Candidates candidates;
  private final RowCursor cursor;

  SurvivorBatch(Candidates candidates, RowCursor cursor) {
    this.candidates = candidates;
    this.cursor = cursor;
  }

  @Override
  public int size() {
    return candidates.survivorCount();
  }

  @Override
  public RowView row(int row) {
    return cursor.moveTo(candidates.survivor(row));
  }

  @Override
  public OptionalLong leastActivePrefillTokens() {
    return cursor.shows(InputSet.LOAD)
        ? OptionalLong.of(candidates.leastActivePrefillTokens())
        : OptionalLong.empty();
  }

  @Override
  public long leastActivePrefillTokensOr(long ifAbsent) {
    return cursor.shows(InputSet.LOAD) ? candidates.leastActivePrefillTokens() : ifAbsent;
  }

  @Override
  public void readResidentBlocks(long ifAbsent, long[] blocks) {
    cursor.readResidentBlocks(ifAbsent, blocks);
  }
}
