package kvproof.soak.sim;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.kvcr.SourceEvent;

/** What was seen of one operation at its source, and what the source has in use for it. */
final class SourceSide {
  private static final List<String> NOTHING =
      List.of("0 operations", "0 transfers", "0 pins not taken back");

  private final SimWorld world;
  private final SimNode asked;
  private final SimProcess life;
  private final List<String> ownBefore;
  private final List<String> borrowedBefore;
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
    this.ownBefore = own();
    this.borrowedBefore = borrowed();
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
   * Everything is still. A life that has ended since must have had nothing in use before, but what
   * is accounted for; nobody looks at it later. Throws {@link AssertionError} if it had.
   */
  void requireCleanIfEnded() {
    boolean isSameLife = asked.isAlive() && asked.process() == life;
    boolean isAccountedFor = life.lostWrites() > 0 || life.expectedUnsettled() > 0;
    if (!isSameLife && !isAccountedFor && !ownBefore.equals(NOTHING)) {
      throw new AssertionError(life.self().agent() + " has died with " + ownBefore);
    }
  }

  /**
   * Everything is still: this life of the source must have exactly that in use which it had before.
   * Throws {@link AssertionError} if not.
   */
  void requireReleased() {
    List<String> own = own();
    List<String> borrowed = borrowed();
    if (!own.equals(ownBefore) || !borrowed.equals(borrowedBefore)) {
      throw new AssertionError(
          "%s has in use %s %s, and before the fetch it had %s %s"
              .formatted(asked.owner(), own, borrowed, ownBefore, borrowedBefore));
    }
  }

  /** Operations, transfers, pins, and what is claimed or reserved of its own blocks. */
  private List<String> own() {
    List<String> inUse = new ArrayList<>(NOTHING);
    inUse.set(0, life.source().openOperations() + " operations");
    inUse.set(1, life.worker().agent().openRequests() + " transfers");
    inUse.set(2, life.source().unreleasedPins() + " pins not taken back");
    inUse.addAll(life.worker().device().unrest());
    inUse.addAll(life.worker().host().unrest());
    return inUse;
  }

  /** What is claimed of the cache owners that it serves. */
  private List<String> borrowed() {
    return world.projectedTo(asked).stream()
        .filter(SimNode::isAlive)
        .flatMap(cache -> cache.worker().host().unrest().stream())
        .toList();
  }
}
