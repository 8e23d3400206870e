package kvproof.mocknixl.worker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.mocknixl.kvcr.FetchHint;
import kvproof.mocknixl.kvcr.KvcrTarget;
import kvproof.mocknixl.kvcr.TargetEvent;
import kvproof.mocknixl.kvcr.TargetEvent.Completed;
import kvproof.mocknixl.kvcr.TargetState;
import kvproof.mocknixl.kvcr.WantedBlock;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.Reference;
import kvproof.model.BlockHashes;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchResult;
import kvproof.model.KvHintAction;

/**
 * One hint carried out by its target: what the worker lacks is asked for, what arrives is judged by
 * its bytes, what does not is computed.
 *
 * <p>Nothing is assumed of a block that was not delivered and found right. Blocks behind a hole are
 * held and count for nothing until the hole is computed. For one thread; the target's events are
 * handed to {@link #take}.
 */
public final class HintedFetch {
  private final KvWorker worker;
  private final KvcrTarget target;
  private final String requestId;
  private final BlockHashes hint;

  /** Of the blocks that are asked for, in the order of the hint, each once. */
  private final Map<Long, Integer> slotByHash = new LinkedHashMap<>();

  /** Reserved for blocks that were not delivered: theirs to write until all is quiet. */
  private final List<Integer> unsettled = new ArrayList<>();

  private final List<WrongBlock> wrongBlocks = new ArrayList<>();
  private OptionalLong operation = OptionalLong.empty();
  private Optional<Completed> completed = Optional.empty();
  private int delivered;
  private boolean wasQuarantined;
  private boolean isQuiet;
  private OptionalInt credit = OptionalInt.empty();

  private HintedFetch(KvWorker worker, KvcrTarget target, String requestId, BlockHashes hint) {
    this.worker = worker;
    this.target = target;
    this.requestId = requestId;
    this.hint = hint;
  }

  /** Gives the request its hint; nothing is asked for yet. */
  public static HintedFetch start(
      KvWorker worker, KvcrTarget target, String requestId, KvHintAction.Fetch hint) {
    return start(worker, target, requestId, FetchHint.of(hint), hint.blockHashes());
  }

  /** As above, of a hint that was read from the wire, where the order of its blocks is lost. */
  public static HintedFetch start(
      KvWorker worker, KvcrTarget target, String requestId, FetchHint hint, BlockHashes inOrder) {
    target.submitHint(requestId, hint);
    return new HintedFetch(worker, target, requestId, inOrder);
  }

  /**
   * Asks for all blocks of the hint that the worker does not hold, in one operation. False if it
   * holds them all: nobody is asked, and the fetch is told and quiet.
   *
   * <p>Without room on the host for all of them: {@link IllegalStateException}, and nothing has
   * changed.
   */
  public boolean ask() {
    if (operation.isPresent()) {
      throw new IllegalStateException("request " + requestId + " has asked already");
    }
    long[] lacking = hint.stream().distinct().filter(hash -> !worker.holds(hash)).toArray();
    if (lacking.length == 0) {
      isQuiet = true;
      return false;
    }
    reserve(lacking);
    List<WantedBlock> wanted = new ArrayList<>();
    slotByHash.forEach((hash, slot) -> wanted.add(wanted(hash, slot)));
    operation = OptionalLong.of(target.fetch(requestId, wanted));
    return true;
  }

  private void reserve(long[] lacking) {
    BlockPool host = worker.host();
    Optional<List<Integer>> room = host.reserve(lacking.length);
    if (room.isEmpty()) {
      throw new IllegalStateException(
          "%d slots of %d are free, not %d: evict blocks before request %s asks"
              .formatted(host.freeSlots(), host.slots(), lacking.length, requestId));
    }
    for (int i = 0; i < lacking.length; i++) {
      int slot = room.get().get(i);
      host.expect(lacking[i], slot);
      slotByHash.put(lacking[i], slot);
    }
  }

  private WantedBlock wanted(long hash, int slot) {
    List<Reference> destination = new ArrayList<>();
    worker
        .host()
        .memory()
        .elements(slot)
        .forEach(
            (label, element) ->
                destination.add(new Reference(worker.agent().name(), element, label, false)));
    return new WantedBlock(BlockKey.ofHash(hash), destination);
  }

  /** Takes an event of the target; those of other operations change nothing. */
  public void take(TargetEvent event) {
    if (operation.isEmpty() || operation.getAsLong() != event.operation()) {
      return;
    }
    switch (event) {
      case TargetEvent.Entered entered ->
          wasQuarantined |= entered.state() == TargetState.QUARANTINED;
      case TargetEvent.Uncertain _ -> wasQuarantined = true;
      case Completed end -> complete(end);
      case TargetEvent.Quiet _ -> calm();
    }
  }

  private void complete(Completed end) {
    if (completed.isPresent()) {
      throw new AssertionError("told twice: " + completed.get() + ", then " + end);
    }
    completed = Optional.of(end);
    Set<BlockKey> reported = new HashSet<>(end.delivered());
    slotByHash.forEach(
        (hash, slot) -> {
          if (reported.remove(BlockKey.ofHash(hash))) {
            judge(hash, slot);
          } else {
            unsettled.add(slot);
          }
        });
    if (!reported.isEmpty()) {
      throw new AssertionError("delivered, but not asked for: " + reported);
    }
  }

  /** A slot with wrong bytes is never used again: who knows what else is written there. */
  private void judge(long hash, int slot) {
    ContentFinding finding = worker.host().inspect(slot, hash);
    if (finding.isRight()) {
      worker.host().keep(hash, slot);
      delivered++;
    } else {
      worker.host().withhold(slot);
      wrongBlocks.add(new WrongBlock(hash, finding));
    }
  }

  private void calm() {
    if (completed.isEmpty() || isQuiet) {
      throw new AssertionError("quiet " + (isQuiet ? "twice" : "before told") + ": " + requestId);
    }
    isQuiet = true;
    unsettled.forEach(worker.host()::giveBack);
    unsettled.clear();
  }

  /** The caller does not want the blocks any more; without effect before {@link #ask}. */
  public void cancel() {
    operation.ifPresent(target::cancel);
  }

  /** The target's handle; absent if nothing was asked for. */
  public OptionalLong operation() {
    return operation;
  }

  /** What is asked for, in the order of the hint; empty before {@link #ask}. */
  public BlockHashes asked() {
    return BlockHashes.of(List.copyOf(slotByHash.keySet()));
  }

  /** Whether it is known what has arrived. */
  public boolean isTold() {
    return completed.isPresent() || (operation.isEmpty() && isQuiet);
  }

  /** Whether nothing is written any more for this fetch, for certain. */
  public boolean isQuiet() {
    return isQuiet;
  }

  /** What was reported as written and is something else, in the order of the hint. */
  public List<WrongBlock> wrongBlocks() {
    return List.copyOf(wrongBlocks);
  }

  /**
   * Computes the first blocks of the hint that are missing, up to the next one that is held; on the
   * device if there is one, else on the host. Once, after {@link #isTold}.
   *
   * <p>Without room: {@link IllegalStateException}, and nothing has changed.
   */
  public void computeHole() {
    if (!isTold() || credit.isPresent()) {
      throw new IllegalStateException(
          "request " + requestId + (isTold() ? " has computed already" : " is not told yet"));
    }
    int start = worker.leading(hint);
    int end = start;
    while (end < hint.size() && !worker.holds(hint.at(end))) {
      end++;
    }
    BlockPool pool = worker.device().slots() > 0 ? worker.device() : worker.host();
    if (!pool.store(hint.slice(start, end))) {
      throw new IllegalStateException(
          "no room to compute %d blocks: %d slots are free"
              .formatted(end - start, pool.freeSlots()));
    }
    credit = OptionalInt.of(start);
  }

  /**
   * What has come of it, after {@link #computeHole}; {@link FetchResult#isQuiet} as of now.
   *
   * <p>Status {@link Status#REFUSED}: refused, or a success without a block; {@link Status#FAILED}:
   * whatever else brought nothing.
   */
  public FetchResult result() {
    int held = credit.orElseThrow(() -> new IllegalStateException("compute the hole first"));
    int asked = slotByHash.size();
    FetchOutcome outcome =
        new FetchOutcome(status(), asked, delivered, asked - delivered, held, worker.leading(hint));
    return new FetchResult(
        outcome,
        wrongBlocks.stream().map(WrongBlock::hash).toList(),
        operation.isPresent() && target.isHintFailed(requestId),
        completed.map(Completed::isTimedOut).orElse(false),
        wasQuarantined,
        isQuiet);
  }

  private Status status() {
    if (slotByHash.isEmpty()) {
      return Status.NOTHING_NEEDED;
    }
    if (delivered > 0) {
      return delivered == slotByHash.size() ? Status.DELIVERED : Status.PARTIAL;
    }
    boolean isRefused =
        completed
            .filter(end -> end.isRefused() || (end.success() && end.delivered().isEmpty()))
            .isPresent();
    return isRefused ? Status.REFUSED : Status.FAILED;
  }
}
