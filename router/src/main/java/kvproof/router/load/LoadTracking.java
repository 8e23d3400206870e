package kvproof.router.load;

import kvproof.model.BlockHashes;
import kvproof.model.SelectionRequest;

/**
 * Which load of its requests a partition follows.
 *
 * @param assumesReuse whether prompts with the same prefix count it once on a rank, unless a
 *     request says otherwise for itself
 * @param tracksActiveBlocks false: the blocks of prompts count nowhere, as if prompts had none
 * @param tracksOutputBlocks false: what requests produce counts nowhere; needs active blocks
 */
public record LoadTracking(
    boolean assumesReuse, boolean tracksActiveBlocks, boolean tracksOutputBlocks) {

  private static final LoadTracking EVERYTHING = new LoadTracking(true, true, true);

  public LoadTracking {
    if (tracksOutputBlocks && !tracksActiveBlocks) {
      throw new IllegalArgumentException(
          "router_track_output_blocks needs router_track_active_blocks");
    }
  }

  /** Reuse is assumed, and all blocks count. */
  public static LoadTracking everything() {
    return EVERYTHING;
  }

  /** The blocks that a request is booked with; empty: none of them counts. */
  public BlockHashes trackedBlocks(SelectionRequest request) {
    return tracksActiveBlocks ? request.sequenceHashes() : BlockHashes.empty();
  }

  /** Whether the booked blocks of a request are shared with requests of the same prefix. */
  public boolean shares(SelectionRequest request) {
    return request.override().assumeReuse().orElse(assumesReuse);
  }
}
