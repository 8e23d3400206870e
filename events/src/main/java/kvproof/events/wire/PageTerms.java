package kvproof.events.wire;

/**
 * How an engine reports pages that are smaller than a block of the router.
 *
 * @param pageSize tokens of a page, at least 1
 * @param countsCopies the engine announces each physical copy of a page; else a page that is stored
 *     again is the same one, and its first removal takes it
 */
public record PageTerms(int pageSize, boolean countsCopies) {
  public PageTerms {
    if (pageSize < 1) {
      throw new IllegalArgumentException("not a page size: " + pageSize);
    }
  }

  /** Throws {@link IllegalArgumentException} that names both sizes if pages make up no blocks. */
  public void requireBlocks(int blockSize, boolean isStateAgent) {
    if (pageSize >= blockSize || blockSize % pageSize != 0) {
      throw new IllegalArgumentException(
          "pages of %d tokens make up no blocks of %d: register a divisor of the block size"
              .formatted(pageSize, blockSize));
    }
    if (isStateAgent) {
      throw new IllegalArgumentException(
          "a state agent reports blocks, not pages of %d tokens".formatted(pageSize));
    }
  }
}
