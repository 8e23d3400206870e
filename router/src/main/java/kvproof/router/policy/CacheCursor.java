package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalInt;
import kvproof.router.overlap.SharedCacheHits;
import org.jspecify.annotations.Nullable;

/** The cache inputs of the candidate it stands on. */
final class CacheCursor implements CacheView {
  private final Candidates candidates;
  private int candidate;
  private Optional<SharedCacheHits> sharedHits = Optional.empty();

  CacheCursor(Candidates candidates) {
    this.candidates = candidates;
  }

  void moveTo(int newCandidate) {
    candidate = newCandidate;
  }

  @Override
  public int deviceBlocks() {
    return candidates.inputs().deviceBlocks(candidate);
  }

  @Override
  public int hostBlocks() {
    return candidates.inputs().hostBlocks(candidate);
  }

  @Override
  public int diskBlocks() {
    return candidates.inputs().diskBlocks(candidate);
  }

  @Override
  public double effectiveOverlapBlocks() {
    return candidates.inputs().effectiveOverlap(candidate);
  }

  @Override
  public long cachedTokens() {
    return candidates.inputs().cachedTokens(candidate);
  }

  @Override
  public boolean hasTierMatches() {
    return candidates.inputs().hasTierMatches();
  }

  /** The hits are the same for every row, and so is the object that holds them. */
  @Override
  public Optional<SharedCacheHits> sharedHits() {
    @Nullable SharedCacheHits hits = candidates.inputs().sharedHits();
    if (sharedHits.orElse(null) != hits) {
      sharedHits = Optional.ofNullable(hits);
    }
    return sharedHits;
  }

  @Override
  public OptionalInt fetchableBlocks() {
    return candidates.inputs().hasFetchCandidates()
        ? OptionalInt.of(fetchable())
        : OptionalInt.empty();
  }

  @Override
  public int fetchableBlocksOr(int ifAbsent) {
    return candidates.inputs().hasFetchCandidates() ? fetchable() : ifAbsent;
  }

  private int fetchable() {
    SelectionInputs inputs = candidates.inputs();
    return inputs.creditedEnd(candidate) - inputs.frontier(candidate);
  }
}
