package kvproof.router.policy.resident;

/** Rows that can say of all their ranks at once how many blocks each holds. */
public interface ResidentBatch {

  /**
   * Writes what each row's rank holds, read live, row by row from the start of {@code blocks}; it
   * has room for all.
   *
   * @param ifAbsent what is not declared by the reader, or not known of the rank
   */
  void readResidentBlocks(long ifAbsent, long[] blocks);
}
