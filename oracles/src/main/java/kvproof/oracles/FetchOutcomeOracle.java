package kvproof.oracles;

import static kvproof.model.FetchFault.Kind.BLOCK_EVICTED;
import static kvproof.model.FetchFault.Kind.EVICTED_WHILE_PINNED;
import static kvproof.model.FetchFault.Kind.SLOT_REUSE;
import static kvproof.model.FetchFault.Kind.SOURCE_CRASHED;
import static kvproof.model.FetchFault.Kind.TARGET_CRASHED;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.IndexStep;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * What must come of carrying out a hint, worked out from which blocks each cache holds and what
 * goes wrong on the way.
 *
 * <p>Catches blocks asked for though they are held, delivered though the source lacks them, left
 * out though it has them, credit for anything behind a hole or with wrong bytes, and a fetch that
 * ends otherwise than its fault lets it: too early, too late, or with the wrong certainty. Blind to
 * how bytes are told apart, to frames and times, to how a hint came about, and to everything on
 * disk or external tiers. Knows a block by its external hash alone: parents decide only what a
 * store replaces.
 */
public final class FetchOutcomeOracle {
  private static final FetchFault NOBODY_LISTENS =
      new FetchFault(SOURCE_CRASHED, FetchPhase.HINTED);

  private final FetchCaches caches = new FetchCaches();

  /** Takes any step: of the history, or of what happened after the look-up. */
  public void take(IndexStep step) {
    caches.take(step);
  }

  /**
   * What must be seen of carrying out a hint now. Remembers it: what was delivered the target keeps
   * on its host tier, the first hole it has computed onto its device, and what the fault did to
   * caches stays done.
   *
   * @param source who listens where the hint points; absent: nobody
   * @param fault what goes wrong; does nothing if the fetch never gets that far
   */
  public FetchExpectation fetch(
      WorkerWithDpRank target,
      Optional<Owner> source,
      BlockHashes hint,
      Optional<FetchFault> fault) {
    FetchScene scene = scene(target, source, hint);
    Optional<FetchFault> striking = fault.filter(scene::isStruckBy);
    FetchCourse course =
        scene.asked().isEmpty()
            ? FetchCourse.plain(scene)
            : source.isEmpty()
                ? FetchCourse.struck(scene, NOBODY_LISTENS)
                : striking
                    .map(struck -> FetchCourse.struck(scene, struck))
                    .orElseGet(() -> FetchCourse.plain(scene));
    source.ifPresent(from -> striking.ifPresent(struck -> changeSource(from, scene, struck)));
    return new FetchExpectation(
        targetAfter(target, hint, scene, course, striking), striking.isPresent(), course.wrong());
  }

  /** Every block within reach of an owner: its own, and those of cache owners projected to it. */
  public Set<Long> within(Owner owner) {
    Set<Long> hashes = new HashSet<>(caches.own(owner, DEVICE));
    hashes.addAll(caches.own(owner, HOST_PINNED));
    hashes.addAll(caches.projected(owner));
    return hashes;
  }

  private FetchScene scene(WorkerWithDpRank target, Optional<Owner> source, BlockHashes hint) {
    Set<Long> asked = new LinkedHashSet<>(hint.stream().boxed().toList());
    asked.removeAll(within(target));
    return source
        .map(
            from ->
                new FetchScene(
                    asked,
                    caches.own(from, DEVICE),
                    caches.own(from, HOST_PINNED),
                    caches.projected(from)))
        .orElseGet(() -> new FetchScene(asked, Set.of(), Set.of(), Set.of()));
  }

  private void changeSource(Owner source, FetchScene scene, FetchFault struck) {
    Kind kind = struck.kind();
    if (kind == BLOCK_EVICTED || kind == EVICTED_WHILE_PINNED) {
      caches.evict(source, scene.victim(struck).orElseThrow());
    } else if (kind == SLOT_REUSE) {
      long victim = scene.victim(struck).orElseThrow();
      caches.replace(source, victim, FetchScene.other(victim));
    }
  }

  /** Takes what arrived, computes the first hole, and counts. */
  private FetchResult targetAfter(
      WorkerWithDpRank target,
      BlockHashes hint,
      FetchScene scene,
      FetchCourse course,
      Optional<FetchFault> striking) {
    boolean isNewLife = striking.isPresent() && striking.get().kind() == TARGET_CRASHED;
    if (isNewLife) {
      caches.empty(target);
    }
    course.delivered().forEach(hash -> caches.add(target, HOST_PINNED, hash));
    Set<Long> held = isNewLife ? Set.of() : within(target); // it counts on nobody's blocks at first
    int credit = leading(hint, held);
    BlockHashes hole = hint.slice(credit, holeEnd(hint, held));
    hole.stream().forEach(hash -> caches.add(target, DEVICE, hash));
    return result(scene, course, credit, leading(hint, within(target)));
  }

  private static FetchResult result(
      FetchScene scene, FetchCourse course, int credit, int creditAfterHoleComputed) {
    int asked = scene.asked().size();
    int delivered = course.delivered().size();
    FetchEnding ending = course.ending();
    return new FetchResult(
        new FetchOutcome(
            course.status(), asked, delivered, asked - delivered, credit, creditAfterHoleComputed),
        course.wrong().stream().map(WrongBytes::hash).toList(),
        ending.isHintFailed(),
        ending.isTimedOut(),
        ending.wasQuarantined(),
        ending.isQuiet());
  }

  /** How many blocks from the root are held without a gap. */
  private static int leading(BlockHashes hint, Set<Long> held) {
    int position = 0;
    while (position < hint.size() && held.contains(hint.at(position))) {
      position++;
    }
    return position;
  }

  /** Where the first hole ends; the end of the hint if nothing is held behind it. */
  private static int holeEnd(BlockHashes hint, Set<Long> held) {
    int position = leading(hint, held);
    while (position < hint.size() && !held.contains(hint.at(position))) {
      position++;
    }
    return position;
  }
}
