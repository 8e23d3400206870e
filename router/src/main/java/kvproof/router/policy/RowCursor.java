package kvproof.router.policy;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.policy.resident.ResidentRow;

/** The candidate it stands on, as the component at hand may see it. */
final class RowCursor implements RowView, ResidentRow {
  private final Candidates candidates;
  private final CacheCursor cacheCursor;
  private final LoadCursor loadCursor;
  private final Optional<CacheView> cache;
  private final Optional<LoadView> load;
  private int visibleBits;
  private int candidate;

  RowCursor(Candidates candidates) {
    this.candidates = candidates;
    this.cacheCursor = new CacheCursor(candidates);
    this.loadCursor = new LoadCursor(candidates);
    this.cache = Optional.of(cacheCursor);
    this.load = Optional.of(loadCursor);
  }

  /** What the next component sees: what it declared, of what the host can give. */
  void show(InputSet declared) {
    visibleBits = declared.bits() & candidates.inputs().supplied().bits();
  }

  RowCursor moveTo(int newCandidate) {
    candidate = newCandidate;
    cacheCursor.moveTo(newCandidate);
    loadCursor.moveTo(newCandidate);
    return this;
  }

  /** Whether a single input is seen. */
  boolean shows(InputSet input) {
    return (visibleBits & input.bits()) != 0;
  }

  @Override
  public WorkerWithDpRank worker() {
    return candidates.inputs().rank(candidate);
  }

  @Override
  public Optional<CacheView> cache() {
    return shows(InputSet.CACHE) ? cache : Optional.empty();
  }

  @Override
  public Optional<LoadView> load() {
    return shows(InputSet.LOAD) ? load : Optional.empty();
  }

  @Override
  public OptionalDouble preferredTaintMultiplier() {
    return hasMultiplier() ? OptionalDouble.of(multiplier()) : OptionalDouble.empty();
  }

  @Override
  public double preferredTaintMultiplierOr(double ifAbsent) {
    return hasMultiplier() ? multiplier() : ifAbsent;
  }

  private boolean hasMultiplier() {
    return shows(InputSet.PREFERRED_TAINT) && candidates.context().hasPreferredTaints();
  }

  private double multiplier() {
    return candidates.context().preferredTaintMultiplier(candidates.inputs().taints(candidate));
  }

  @Override
  public OptionalLong occupancy() {
    return shows(InputSet.OCCUPANCY)
        ? candidates.inputs().occupancy(candidate)
        : OptionalLong.empty();
  }

  /** Those of every row, wherever this stands; {@code ifAbsent} where there is none. */
  void readResidentBlocks(long ifAbsent, long[] blocks) {
    if (shows(InputSet.RESIDENT_BLOCKS)) {
      candidates.readResidentBlocks(ifAbsent, blocks);
    } else {
      Arrays.fill(blocks, 0, candidates.survivorCount(), ifAbsent);
    }
  }

  @Override
  public OptionalLong residentBlocks() {
    return shows(InputSet.RESIDENT_BLOCKS)
        ? candidates.residentBlocks(candidate)
        : OptionalLong.empty();
  }

  @Override
  public long residentBlocksOr(long ifAbsent) {
    return shows(InputSet.RESIDENT_BLOCKS)
        ? candidates.residentBlocksOr(candidate, ifAbsent)
        : ifAbsent;
  }
}
