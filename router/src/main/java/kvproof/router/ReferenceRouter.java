package kvproof.router;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CountingRouter;
import kvproof.model.DumpingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.IndexLookup;
import kvproof.router.fetch.Ineligibility;
import kvproof.router.fetch.PinnedDirectories;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.fetch.SourceDirectory;
import kvproof.router.index.AppliedEvents;
import kvproof.router.index.BlockLifecycleObserver;
import kvproof.router.index.EventPreparer;
import kvproof.router.index.IndexDump;
import kvproof.router.index.OwnerDump;
import kvproof.router.index.PreparedEvent;
import kvproof.router.index.ResidentCounts;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.index.ResidentTracking;
import kvproof.router.index.TieredIndex;

/**
 * The reference router over one partition.
 *
 * <p>{@link #select} is the hot path: numbers in, numbers out, nothing allocated once warm. {@link
 * #answer} spells the same result out as values. One thread changes it; while nobody does, any
 * number of threads may select and answer, each with a {@link Selection} of its own.
 */
public final class ReferenceRouter implements CountingRouter, DumpingRouter {
  private final TieredIndex index;
  private WorkerSnapshot workers;
  private SourceDirectory directory;
  private final PinnedDirectories pinnedDirectories;
  private final Selection selection;
  private final ResidentCounts counts = new ResidentCounts();
  private final ResidentTracking tracking;
  private final AppliedEvents events;
  private final EventPreparer preparer = new EventPreparer();
  private boolean tracks;

  public ReferenceRouter() {
    this(new TieredIndex(), WorkerSnapshot.unlisted(), new AppliedEvents());
  }

  private ReferenceRouter(TieredIndex index, WorkerSnapshot workers, AppliedEvents events) {
    this.events = events;
    this.index = index;
    this.workers = workers;
    this.directory = directory(index, workers);
    this.pinnedDirectories = new PinnedDirectories(index.owners(), index::gapped, workers);
    this.selection = new Selection(index.newLookup());
    this.tracking = new ResidentTracking(counts, index::residentBlocks);
  }

  private static SourceDirectory directory(TieredIndex index, WorkerSnapshot workers) {
    return new SourceDirectory(
        index.owners(), index::gapped, index.residency().snapshot(), workers);
  }

  /** A router that answers and counts as this one does, under the same numbers; tracks nothing. */
  public ReferenceRouter copy() {
    return new ReferenceRouter(index.copy(), workers, events.copy());
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    return apply(preparer.prepare(event));
  }

  /** The same, where the event was prepared, maybe for several routers. */
  public ApplyStatus apply(PreparedEvent prepared) {
    KvCacheEvent event = prepared.event();
    ApplyStatus status = index.apply(prepared);
    events.count(event, status);
    directory.meetOwners();
    if (tracks) {
      tracking.applied(event);
    }
    return status;
  }

  /** {@link TieredIndex#glance}: before {@link #apply}, by any thread, whatever others do. */
  public long glance(PreparedEvent prepared) {
    return index.glance(prepared);
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    index.replace(snapshot);
    directory = directory(index, workers);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    workers = snapshot;
    directory = directory(index, workers);
    pinnedDirectories.replace(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    index.replace(state);
    directory.meetOwners();
  }

  /** How many events were taken since the start; reads as the index is read. */
  public AppliedEvents appliedEvents() {
    return events;
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

  /** The first half of {@link #select}: who holds how much on the device. */
  public void matchDevice(long[] prompt, int length, Selection result) {
    index.matchDevice(prompt, length, result.lookup());
  }

  /**
   * The second half of {@link #select}, from the device matches that {@code result} has: lower
   * tiers, sources, and one for every target. Gives the same again as long as nothing changed.
   */
  public void selectMatched(int[] targets, int targetCount, Selection result) {
    index.lookUpLower(true, result.lookup());
    result.chooser().choose(result.lookup(), directory, targets, targetCount);
  }

  /** The owner of a number that was given. */
  public Owner owner(int number) {
    return index.owners().owner(number);
  }

  /** What the workers published, as it stands now. */
  public WorkerSnapshot workers() {
    return workers;
  }

  /** Space for a look-up that is kept; filled by {@link #lookUp}. */
  public IndexLookup newIndexLookup() {
    return new IndexLookup(index);
  }

  /** Looks a prompt up to be read later, whatever happens to the index meanwhile. */
  public void lookUp(BlockHashes localHashes, boolean candidates, IndexLookup result) {
    result.lookUp(index, localHashes, candidates);
  }

  /** Who may be a source now, by the residency snapshot that the look-up pinned. */
  @SuppressWarnings(
      "ReferenceEquality") // this very snapshot: an equal one gives the same directory
  public SourceDirectory directoryFor(RetainedLookup lookup) {
    return lookup.residency() == index.residency().snapshot()
        ? directory
        : pinnedDirectories.of(lookup.residency());
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
    scratch.chooser().countRefused(scratch.lookup(), directory);
    return new AnswerBuilder(index, directory, scratch).build(request, targets);
  }

  @Override
  public boolean trackResidentBlocks() {
    if (!tracks) {
      tracks = true;
      index.ranks().forEach(tracking::write);
    }
    return true;
  }

  /** The counters of resident blocks as they are now; none before {@link #trackResidentBlocks}. */
  public ResidentCountsView residentCounts() {
    return counts.view();
  }

  /** From the rank's counter, once these are kept; the same number before. */
  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return tracks ? counts.blocks(rank) : index.residentBlocks(rank);
  }

  /** Whether the rank holds a device block of this hash, reachable or not. */
  public boolean contains(WorkerWithDpRank rank, long externalHash) {
    return index.device().holds(find(rank), externalHash);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return index.heldBlocks();
  }

  /** Everything that is held, as events that rebuild it in an empty router. */
  public IndexDump dump() {
    return index.dump();
  }

  @Override
  public List<Stored> dumpEvents() {
    return dump().events();
  }

  /** What the owner of this number holds, as events. */
  public OwnerDump dumpOf(int number) {
    return index.dumpOf(number);
  }

  /** Owners below this number are known. */
  public int ownerCount() {
    return index.owners().size();
  }

  @Override
  public TierStatistics statistics(StorageTier tier) {
    return index.statistics(tier);
  }

  @Override
  public OptionalLong clearingWork() {
    return OptionalLong.of(index.segmentsVisited());
  }

  /** How many intervals fell away for this reason in the answers given so far. */
  public long ineligibleSources(Ineligibility reason) {
    return selection.chooser().refused(reason);
  }

  /** Positions compared in the host-pinned tier for the last answer. */
  public long positionsCompared() {
    return selection.lookup().positionsCompared();
  }

  /** Forgets what no block needs any more; no answer changes. */
  public void sweep() {
    index.sweep();
  }

  /** Tells {@code observer} of hashes that come and go on the device from now on. */
  public void observeDevice(BlockLifecycleObserver observer) {
    index.device().observe(observer);
  }
}
