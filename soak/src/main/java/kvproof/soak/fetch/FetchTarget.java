package kvproof.soak.fetch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.model.KvHintAction;
import kvproof.model.transfer.Notification;

/**
 * The target's side of one fetch: asks for what it lacks, keeps what arrived right.
 *
 * <p>Slots for wanted blocks are reserved from {@link #ask} until the source's write has ended for
 * certain; then {@link #receive} or {@link #giveUp} ends the fetch.
 */
final class FetchTarget {
  private final SimWorker worker;
  private final KvHintAction.Fetch hint;

  /** In the order of the hint, each block once. */
  private final Map<Long, Integer> slotByHash = new LinkedHashMap<>();

  private final List<WrongBlock> wrongBlocks = new ArrayList<>();
  private int delivered;

  FetchTarget(SimWorker worker, KvHintAction.Fetch hint) {
    this.worker = worker;
    this.hint = hint;
  }

  /** The request for all blocks of the hint that this worker does not hold; none if it has all. */
  Optional<FetchRequest> ask() {
    TierCache host = worker.host();
    hint.blockHashes().stream()
        .distinct()
        .filter(hash -> !worker.holds(hash))
        .forEach(hash -> slotByHash.put(hash, host.reserve()));
    if (slotByHash.isEmpty()) {
      return Optional.empty();
    }
    List<FetchRequest.WantedBlock> wanted = new ArrayList<>();
    slotByHash.forEach(
        (hash, slot) -> wanted.add(new FetchRequest.WantedBlock(hash, host.descriptor(slot))));
    return Optional.of(
        new FetchRequest(hint.sourceControlEndpoint(), worker.agent().metadata(), wanted));
  }

  int asked() {
    return slotByHash.size();
  }

  int delivered() {
    return delivered;
  }

  /** What was reported as written and is something else. */
  List<WrongBlock> wrongBlocks() {
    return List.copyOf(wrongBlocks);
  }

  /**
   * Takes the report of a write that is over. Kept is what was reported and has the right bytes; a
   * report that names a block twice or one that was not asked for is worth nothing, nor are two.
   */
  void receive(List<Notification> notifications) {
    List<Integer> completed =
        notifications.stream()
            .flatMap(message -> WriteDone.parse(message.payload()).completed().stream())
            .toList();
    boolean isValid =
        notifications.size() == 1
            && completed.stream().distinct().count() == completed.size()
            && completed.stream().allMatch(index -> index >= 0 && index < slotByHash.size());
    if (!isValid) {
      giveUp();
      return;
    }
    int index = 0;
    for (var wanted : slotByHash.entrySet()) {
      settle(wanted.getKey(), wanted.getValue(), completed.contains(index));
      index++;
    }
  }

  private void settle(long hash, int slot, boolean isReported) {
    TierCache host = worker.host();
    Optional<ContentFinding> finding =
        isReported ? Optional.of(host.inspect(slot, hash)) : Optional.empty();
    if (finding.filter(ContentFinding.Right.class::isInstance).isPresent()) {
      host.keep(hash, slot);
      delivered++;
    } else {
      host.giveBack(slot);
      finding.ifPresent(wrong -> wrongBlocks.add(new WrongBlock(hash, wrong)));
    }
  }

  /** Nothing was written, or nothing of it can be used; and nothing will be written. */
  void giveUp() {
    slotByHash.values().forEach(worker.host()::giveBack);
  }

  /** How many leading blocks of the hint are held now. */
  int credit() {
    return worker.leading(hint.blockHashes());
  }

  /** Computes the first blocks that are missing, up to the next one that is held. */
  void computeHole() {
    BlockHashes hashes = hint.blockHashes();
    int position = credit();
    while (position < hashes.size() && !worker.holds(hashes.at(position))) {
      worker.device().compute(hashes.at(position));
      position++;
    }
  }
}
