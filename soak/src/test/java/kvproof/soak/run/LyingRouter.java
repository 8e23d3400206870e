package kvproof.soak.run;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/** Tells the truth, but for whatever a subclass overrides. */
public class LyingRouter implements CountingRouter {
  private final OwnerInventoryOracle truth = new OwnerInventoryOracle();

  public static Side side(Supplier<LyingRouter> fresh) {
    return new Side("LyingRouter", fresh);
  }

  /** Changes each answer. */
  public static Side inAnswers(UnaryOperator<Answer> lie) {
    return side(
        () ->
            new LyingRouter() {
              @Override
              public Answer answer(Request request) {
                return lie.apply(super.answer(request));
              }
            });
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    return truth.apply(event);
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    truth.replace(snapshot);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    truth.replace(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    truth.replace(state);
  }

  @Override
  public Answer answer(Request request) {
    return truth.answer(request);
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return truth.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return truth.heldBlocks();
  }

  @Override
  public TierStatistics statistics(StorageTier tier) {
    return truth.statistics(tier);
  }
}
