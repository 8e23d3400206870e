package kvproof.soak.sim;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.kvcr.SourceEvent;

/** What was seen of one operation at its source, and what the source has in use for it. */
final class SourceSide {
  private final SimWorld world;
  private final SimNode asked;
  private final SimProcess life;
  private final List<String> inUseBefore;
  private final int lostWritesBefore;
  private boolean isAccepted;
  private boolean isEnded;
  private boolean isSuccess;
  private boolean isUncertain;
  private int blocksPosted;

  /** Before the fetch. */
  SourceSide(SimWorld world, SimNode asked) {
    this.world = world;
    this.asked = asked;
    this.life = asked.process();
    this.inUseBefore = inUse();
    this.lostWritesBefore = life.lostWrites();
  }

  void take(SourceEvent event) {
    switch (event) {
      case SourceEvent.Accepted _ -> isAccepted = true;
      case SourceEvent.Posted posted -> blocksPosted += posted.blocks();
      case SourceEvent.Ended ended -> {
        isEnded = true;
        isSuccess = ended.success();
      }
      case SourceEvent.Uncertain _ -> isUncertain = true;
      case SourceEvent.Refused _, SourceEvent.Quiesced _ -> {}
    }
  }

  /** Blocks of the writes that were posted. */
  int blocksPosted() {
    return blocksPosted;
  }

  /** Whether the source takes the last of them for a success. */
  boolean isSuccess() {
    return isSuccess;
  }

  /** Whether the source is done, and was never in doubt about it. */
  boolean isOver() {
    return isEnded == isAccepted && !isUncertain;
  }

  /**
   * Everything is still: unless this life of the source is over, or has lost a write, it must have
   * exactly that in use which it had before. Throws {@link AssertionError} if not.
   */
  void requireReleased() {
    boolean isSameLife = asked.isAlive() && asked.process() == life;
    if (!isSameLife || life.lostWrites() > lostWritesBefore) {
      return;
    }
    List<String> inUse = inUse();
    if (!inUse.equals(inUseBefore)) {
      throw new AssertionError(
          asked.owner() + " has in use " + inUse + ", and before the fetch it had " + inUseBefore);
    }
  }

  /** Transfers, pins, and claims on its own blocks and on those of cache owners that it serves. */
  private List<String> inUse() {
    List<String> inUse = new ArrayList<>();
    inUse.add(life.source().openOperations() + " operations");
    inUse.add(life.worker().agent().openRequests() + " transfers");
    inUse.add(life.source().unreleasedPins() + " pins not taken back");
    inUse.addAll(life.worker().device().unrest());
    inUse.addAll(life.worker().host().unrest());
    for (SimNode cache : world.projectedTo(asked)) {
      if (cache.isAlive()) {
        cache.worker().host().unrest().forEach(what -> inUse.add(cache.owner() + ": " + what));
      }
    }
    return inUse;
  }
}
