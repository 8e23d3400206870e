package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * What an answer says of one rank alone: its leading device blocks, and what each lower tier adds.
 *
 * <p>A tier that the rank does not walk adds nothing: whether others have made it come into being
 * is not the rank's doing.
 *
 * @param lastHash of the last device block; 0 without one
 * @param hits by lower tier, in walking order
 */
record RankView(int deviceBlocks, long lastHash, List<Integer> hits) {

  static RankView of(Answer answer, WorkerWithDpRank rank) {
    DeviceMatch device = answer.device().get(rank);
    List<Integer> hits = new ArrayList<>();
    for (StorageTier tier : StorageTier.lower()) {
      TierAnswer found = answer.lower().get(tier);
      hits.add(found == null ? 0 : found.hits().getOrDefault(rank, 0));
    }
    return device == null
        ? new RankView(0, 0, hits)
        : new RankView(device.blocks(), device.lastExternalHash(), hits);
  }

  @Override
  public String toString() {
    return deviceBlocks + " device, lower " + hits;
  }
}
