package kvproof.soak.outside;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/** An oracle that remembers what it said last, for whoever has to fill up an answer with it. */
final class WatchedOracle implements KvRouter {
  private final KvRouter oracle;
  private ApplyStatus lastStatus = ApplyStatus.OK;
  private @Nullable Answer lastAnswer;

  WatchedOracle(KvRouter oracle) {
    this.oracle = oracle;
  }

  /** The status of the last event. */
  ApplyStatus lastStatus() {
    return lastStatus;
  }

  /** The last answer; there must have been one. */
  Answer lastAnswer() {
    return Objects.requireNonNull(lastAnswer);
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    lastStatus = oracle.apply(event);
    return lastStatus;
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    oracle.replace(snapshot);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    oracle.replace(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    oracle.replace(state);
  }

  @Override
  public Answer answer(Request request) {
    Answer answer = oracle.answer(request);
    lastAnswer = answer;
    return answer;
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return oracle.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return oracle.heldBlocks();
  }
}
