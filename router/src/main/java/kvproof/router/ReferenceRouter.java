package kvproof.router;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.Ineligibility;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.BlockLifecycleObserver;
import kvproof.router.index.TieredIndex;

/**
 * The reference router over one partition.
 *
 * <p>{@link #select} is the hot path: numbers in, numbers out, nothing allocated once warm. {@link
 * #answer} spells the same result out as values. One thread changes it; while nobody does, any
 * number of threads may select and answer, each with a {@link Selection} of its own.
 */
public final class ReferenceRouter implements CountingRouter {
  private final TieredIndex index = new TieredIndex();
  private WorkerSnapshot workers = WorkerSnapshot.unlisted();
  private SourceDirectory directory = newDirectory();
  private final Selection selection = newSelection();

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    ApplyStatus status = index.apply(event);
    directory.meetOwners();
    return status;
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    index.replace(snapshot);
    directory = newDirectory();
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    workers = snapshot;
    directory = newDirectory();
  }

  @Override
  public void replace(StreamState state) {
    index.replace(state);
    directory.meetOwners();
  }

  private SourceDirectory newDirectory() {
    return new SourceDirectory(
        index.owners(), index::isGapped, index.residency().snapshot(), workers);
  }

  /** Scratch space for {@link #select}. */
  public Selection newSelection() {
    return new Selection(index.newLookup());
  }

  /** The number by which {@link #select} knows a rank or cache owner, given now; for good. */
  public int numberOf(Owner owner) {
    int number = index.meet(owner);
    directory.meetOwners();
    return number;
  }

  /** The owner's number, or -1 if it has none yet. */
  public int find(Owner owner) {
    return index.owners().find(owner);
  }

  /**
   * Looks a prompt up and chooses a source for every target.
   *
   * @param prompt local hash of each block; must not change while the result is read
   * @param length blocks of the prompt
   * @param targets numbers of the ranks that may get the request
   * @param result scratch space, overwritten
   */
  public void select(long[] prompt, int length, int[] targets, int targetCount, Selection result) {
    index.lookUp(prompt, length, true, result.lookup());
    result.chooser().choose(result.lookup(), directory, targets, targetCount);
  }

  @Override
  public Answer answer(Request request) {
    request.targets().forEach(this::numberOf);
    return answer(request, selection);
  }

  /** Answers a request whose targets all have a number; changes nothing but the scratch space. */
  public Answer answer(Request request, Selection scratch) {
    int[] targets = request.targets().stream().mapToInt(this::find).toArray();
    long[] prompt = request.localHashes().toArray();
    select(prompt, prompt.length, targets, targets.length, scratch);
    return new AnswerBuilder(index, directory, scratch).build(request, targets);
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return index.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return index.heldBlocks();
  }

  @Override
  public TierStatistics statistics(StorageTier tier) {
    return index.statistics(tier);
  }

  /** How many intervals fell away for this reason in the answers given so far. */
  public long ineligibleSources(Ineligibility reason) {
    return selection.chooser().refused(reason);
  }

  /** Positions compared in the host-pinned tier for the last answer. */
  public long positionsCompared() {
    return selection.lookup().positionsCompared();
  }

  /** Tells {@code observer} of hashes that come and go on the device from now on. */
  public void observeDevice(BlockLifecycleObserver observer) {
    index.device().observe(observer);
  }
}
