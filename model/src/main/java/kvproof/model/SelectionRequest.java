package kvproof.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One request that wants a worker.
 *
 * @param id names it; of a booking it is the reservation and the hint's message id
 * @param localHashes local hash of each complete block of the prompt, from the root
 * @param sequenceHashes hash of each prefix of whole blocks, for load tracking: as many as local
 *     hashes, or none where blocks are not tracked
 * @param promptTokens input sequence length; 0 is possible
 * @param sharedHits block positions that a shared cache holds; absent: it was not asked, which
 *     differs from holding nothing
 * @param expectedOutputTokens a hint for custom policies only
 */
public record SelectionRequest(
    String id,
    Admission admission,
    BlockHashes localHashes,
    BlockHashes sequenceHashes,
    int promptTokens,
    RequestConstraints constraints,
    QueueWishes wishes,
    RequestOverride override,
    Optional<List<BlockInterval>> sharedHits,
    OptionalInt expectedOutputTokens) {

  public SelectionRequest {
    if (promptTokens < 0) {
      throw new IllegalArgumentException("request " + id + " has " + promptTokens + " tokens");
    }
    if (!sequenceHashes.isEmpty() && sequenceHashes.size() != localHashes.size()) {
      throw new IllegalArgumentException(
          "request "
              + id
              + " has "
              + localHashes.size()
              + " local hashes and "
              + sequenceHashes.size()
              + " sequence hashes");
    }
    sharedHits = sharedHits.map(List::copyOf);
  }

  /** A request without constraints or wishes, whose blocks are tracked under the same hashes. */
  public static SelectionRequest of(
      String id, Admission admission, BlockHashes hashes, int promptTokens) {
    return new SelectionRequest(
        id,
        admission,
        hashes,
        hashes,
        promptTokens,
        RequestConstraints.none(),
        QueueWishes.none(),
        RequestOverride.none(),
        Optional.empty(),
        OptionalInt.empty());
  }

  public SelectionRequest with(RequestConstraints newConstraints) {
    return copy(newConstraints, wishes, override, sharedHits);
  }

  public SelectionRequest with(QueueWishes newWishes) {
    return copy(constraints, newWishes, override, sharedHits);
  }

  public SelectionRequest with(RequestOverride newOverride) {
    return copy(constraints, wishes, newOverride, sharedHits);
  }

  public SelectionRequest withSharedHits(List<BlockInterval> hits) {
    return copy(constraints, wishes, override, Optional.of(hits));
  }

  private SelectionRequest copy(
      RequestConstraints newConstraints,
      QueueWishes newWishes,
      RequestOverride newOverride,
      Optional<List<BlockInterval>> newHits) {
    return new SelectionRequest(
        id,
        admission,
        localHashes,
        sequenceHashes,
        promptTokens,
        newConstraints,
        newWishes,
        newOverride,
        newHits,
        expectedOutputTokens);
  }
}
