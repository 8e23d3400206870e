package kvproof.oracles.scheduling;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * What one look-up of a prompt found, kept as one value: overlaps, and with them the inventories
 * and the residency snapshot from which sources are chosen later (fetch-hints 8.1 and 9).
 *
 * <p>Catches sources of another look-up than the overlap's. Blind to what the index oracle beneath
 * it misreads.
 *
 * @param pinned answers from the inventories of the look-up
 * @param residency the snapshot of the look-up
 * @param found the overlaps of all ranks
 * @param isRetained whether sources may be chosen at all
 */
record PromptLookup(
    Function<Request, Answer> pinned,
    ResidencySnapshot residency,
    String id,
    BlockHashes localHashes,
    Answer found,
    boolean isRetained) {

  static PromptLookup of(
      Function<Request, Answer> pinned,
      ResidencySnapshot residency,
      SelectionRequest request,
      boolean isRetained) {
    Answer found = pinned.apply(new Request(request.id(), request.localHashes(), List.of()));
    return new PromptLookup(
        pinned, residency, request.id(), request.localHashes(), found, isRetained);
  }

  RankOverlap overlap(WorkerWithDpRank rank) {
    return RankOverlap.of(found, rank);
  }

  /** The source for each of the ranks, by the worker snapshot and the gaps of now. */
  SortedMap<WorkerWithDpRank, StoredSource> sources(List<WorkerWithDpRank> ranks) {
    SortedMap<WorkerWithDpRank, StoredSource> sources = new TreeMap<>();
    if (isRetained) {
      Answer answer = pinned.apply(new Request(id, localHashes, ranks));
      answer.choices().forEach((rank, choice) -> sources.put(rank, stored(choice)));
    } else {
      for (WorkerWithDpRank rank : ranks) {
        sources.put(rank, stored(SourceChoice.none(overlap(rank).frontier())));
      }
    }
    return sources;
  }

  private StoredSource stored(SourceChoice choice) {
    BlockHashes hashes =
        choice
            .hint()
            .map(hint -> ((Fetch) hint.actions().getFirst()).blockHashes()) // it has just one
            .orElse(BlockHashes.empty());
    return new StoredSource(choice, hashes, residency);
  }
}
