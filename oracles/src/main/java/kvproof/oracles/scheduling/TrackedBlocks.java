package kvproof.oracles.scheduling;

import java.util.List;
import kvproof.model.SelectionRequest;

/** The blocks of a prompt that a booking holds. */
final class TrackedBlocks {
  private TrackedBlocks() {}

  /** Empty where blocks are not tracked. */
  static List<Long> of(SelectionRequest request) {
    return request.sequenceHashes().stream().boxed().toList();
  }

  static boolean areShared(SelectionRequest request) {
    return request.override().assumeReuse().orElse(true);
  }
}
