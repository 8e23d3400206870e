package kvproof.soak.spec;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/** An oracle that tells the truth about everything but one thing. */
final class LyingSubject implements Subject, KvRouter {

  /** What the lie is about, if not about answers. */
  enum About {
    ANSWERS,
    STATUS,
    RESIDENT_BLOCKS,
    HELD_BLOCKS,
    STATISTICS,
    OBSERVED,
    COMPARED,
    INELIGIBLE
  }

  private final OwnerInventoryOracle truth = new OwnerInventoryOracle();
  private final About about;
  private final UnaryOperator<Answer> change;

  private LyingSubject(About about, UnaryOperator<Answer> change) {
    this.about = about;
    this.change = change;
  }

  static Implementation about(About about) {
    return new Implementation("liar", () -> new LyingSubject(about, UnaryOperator.identity()));
  }

  static Implementation inAnswers(UnaryOperator<Answer> change) {
    return new Implementation("liar", () -> new LyingSubject(About.ANSWERS, change));
  }

  @Override
  public KvRouter router() {
    return this;
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    ApplyStatus status = truth.apply(event);
    return about == About.STATUS ? ApplyStatus.BLOCK_NOT_FOUND : status;
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
  public Answer answer(Request request) {
    return change.apply(truth.answer(request));
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    OptionalLong blocks = truth.residentBlocks(rank);
    return about == About.RESIDENT_BLOCKS ? OptionalLong.of(blocks.orElse(-1) + 1) : blocks;
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    List<HeldBlock> blocks = truth.heldBlocks();
    return about == About.HELD_BLOCKS ? blocks.subList(0, blocks.size() - 1) : blocks;
  }

  @Override
  public Optional<TierStatistics> statistics(StorageTier tier) {
    TierStatistics counted = truth.statistics(tier);
    return Optional.of(
        about == About.STATISTICS
            ? new TierStatistics(
                counted.detached() + 1, counted.malformed() + 1, counted.duplicateStores() + 1)
            : counted);
  }

  @Override
  public Optional<List<String>> comingsAndGoings() {
    return Optional.of(about == About.OBSERVED ? List.of("+101") : List.of("+101", "+102"));
  }

  @Override
  public Optional<Long> positionsCompared() {
    return Optional.of(about == About.COMPARED ? 6L : 5L);
  }

  @Override
  public Optional<Long> ineligible(String reason) {
    return Optional.of(about == About.INELIGIBLE ? 1L : 0L);
  }
}
