package kvproof.soak.picture;

import static kvproof.model.StorageTier.DEVICE;

import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Where a rank's walk leaves each tier, as an answer says. */
record WalkEnds(Answer answer) {

  /** Blocks from the root that are counted when the walk leaves the tier. */
  int end(WorkerWithDpRank rank, StorageTier tier) {
    if (tier == DEVICE) {
      DeviceMatch match = answer.device().get(rank);
      return match == null ? 0 : match.blocks();
    }
    TierAnswer walked = answer.lower().get(tier);
    WalkPosition next = walked == null ? null : walked.next().get(rank);
    return next == null ? start(rank, tier) : next.position();
  }

  /** Where it enters the tier: where it left the one above. */
  int start(WorkerWithDpRank rank, StorageTier tier) {
    return tier == DEVICE ? 0 : end(rank, StorageTier.values()[tier.ordinal() - 1]);
  }
}
