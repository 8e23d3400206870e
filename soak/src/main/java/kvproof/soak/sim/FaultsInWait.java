package kvproof.soak.sim;

import java.time.Duration;
import java.util.Optional;
import kvproof.mocknixl.fault.BrokenWrite;
import kvproof.mocknixl.fault.DeregistrationUnderWrite;
import kvproof.mocknixl.fault.EarlyReport;
import kvproof.mocknixl.fault.Fate;
import kvproof.mocknixl.fault.LateWrite;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.fault.TornWrite;
import kvproof.mocknixl.fault.WishedWrite;
import kvproof.mocknixl.fault.WriteFault;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadata;
import kvproof.model.FetchFault;
import kvproof.model.transfer.TransferException.Category;

/**
 * Faults that lie in wait around agent, channel or pins of both sides, and strike the first frame,
 * report, pin request or write of the fetch that comes their way.
 */
final class FaultsInWait {
  /** Longer than the operation's timeout, shorter than the abandon timeout. */
  private static final Duration LATE = Duration.ofMillis(30);

  /** Longer than the abandon timeout. */
  private static final Duration STUCK = Duration.ofMillis(75);

  private static final Duration LEAD = Duration.ofMillis(3);

  private final SimClock clock;
  private final SimProcess targetLife;
  private final SimProcess askedLife;
  private final WrittenBytes written;
  private final DeregistrationUnderWrite deregistration = new DeregistrationUnderWrite();
  private final int struckBefore;
  private int hitsNeeded = 1;
  private boolean isToBeRefused;
  private boolean isRefusedByTarget;

  FaultsInWait(SimClock clock, SimProcess targetLife, SimProcess askedLife, WrittenBytes written) {
    this.clock = clock;
    this.targetLife = targetLife;
    this.askedLife = askedLife;
    this.written = written;
    this.struckBefore = struck();
  }

  /**
   * Lies in wait for that fetch. Without effect for faults that act when their phase comes.
   *
   * @param isIntroductionLost what keeps an acknowledgement from coming: what it would answer, or
   *     itself, is lost
   */
  void arm(FetchFault armed, String endpoint, boolean isIntroductionLost) {
    hitsNeeded = FrameFaults.hitsNeeded(armed.kind());
    switch (armed.kind()) {
      case OTHER_BLOCKS_BYTES ->
          askedLife.writes().strikeNext(OtherBlocksBytes.of(this::otherBlock));
      case TORN_WRITE -> askedLife.writes().strikeNext(overStaleBytes(new TornWrite()));
      case EARLY_NOTIFICATION ->
          askedLife.writes().strikeNext(overStaleBytes(new EarlyReport(clock, LEAD)));
      case PARTIAL_WRITE -> askedLife.writes().strikeNext(brokenInTheMiddle(true));
      case LOST_TRANSFER -> askedLife.writes().strikeNext(brokenInTheMiddle(false));
      case SLOW_WRITE -> askedLife.writes().strikeNext(new LateWrite(clock, LATE));
      case STUCK_WRITE -> askedLife.writes().strikeNext(new LateWrite(clock, STUCK));
      case DEREGISTRATION -> {
        isToBeRefused = true;
        askedLife.writes().strikeNext(deregistration);
      }
      case LOST_ACK -> {
        targetLife.target().forget(endpoint);
        if (isIntroductionLost) {
          targetLife.channel().strike(TargetMetadata.class::isInstance, 1, new Fate.Lost());
        } else {
          lieInWait(armed.kind());
        }
      }
      case LOST_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LOST_REQUEST,
          LATE_REQUEST,
          DUPLICATE_REQUEST,
          LOST_PROBE ->
          lieInWait(armed.kind());
      case PINS_UNANSWERED -> askedLife.pins().hold(true);
      case SOURCE_RESTARTED,
          SOURCE_CRASHED,
          BLOCK_EVICTED,
          EVICTED_WHILE_PINNED,
          SLOT_REUSE,
          FOREIGN_BYTES,
          SOURCE_STALLED,
          CANCELLED,
          LATE_NOTIFICATION,
          TARGET_CRASHED -> {} // act when their phase comes
    }
  }

  /**
   * The report that is on its way comes late: just when the deadline passes, or one poll behind it,
   * before the source can have answered the probe; or else, as if that were past, long after both.
   */
  void delayReport(Duration untilDeadline) {
    boolean isToBeClose = untilDeadline.isPositive();
    targetLife.reports().strikeNext(new Fate.Late(isToBeClose ? untilDeadline : LATE));
  }

  private void lieInWait(FetchFault.Kind kind) {
    FrameFaults.lieInWait(kind, targetLife.channel(), askedLife.channel(), LATE);
    FrameFaults.lieInWait(kind, targetLife.reports());
  }

  private static WriteFault brokenInTheMiddle(boolean isQuiet) {
    return wished -> new BrokenWrite(wished.pieces().size() / 2, isQuiet).strike(wished);
  }

  /** What the last block's place held before must not be that very block by chance. */
  private WriteFault overStaleBytes(WriteFault misfortune) {
    return wished -> {
      long victim = written.hashOf(wished.lastBlock());
      byte[] stale = written.of(OtherBlocks.before(victim));
      int from = 0;
      for (WishedWrite.Piece piece : wished.lastBlock()) {
        int size = Math.toIntExact(piece.into().sizeBytes());
        targetLife.writes().view(piece.into()).put(stale, from, size);
        from += size;
      }
      return misfortune.strike(wished);
    };
  }

  private byte[] otherBlock(WishedWrite wished) {
    return written.of(OtherBlocks.inPlaceOf(written.hashOf(wished.block(0))));
  }

  /** The target has refused to give its memory away under a write. */
  void targetRefused() {
    isRefusedByTarget = true;
  }

  /**
   * Whether what was armed has struck, to the last message of it; what both sides must refuse, once
   * both have done so.
   */
  boolean hasStruck() {
    boolean isRefusedByBoth = deregistration.refusal().isPresent() && isRefusedByTarget;
    return struck() - struckBefore >= hitsNeeded && (isRefusedByBoth || !isToBeRefused);
  }

  private int struck() {
    return targetLife.channel().struck()
        + targetLife.reports().struck()
        + askedLife.channel().struck()
        + askedLife.writes().struck()
        + askedLife.pins().requestsMet();
  }

  /** Throws {@link AssertionError} if the source gave its memory away under a write. */
  void checkDeregistration() {
    if (deregistration.isTried()
        && !deregistration.refusal().equals(Optional.of(Category.IN_USE))) {
      throw new AssertionError(
          askedLife.self().agent()
              + " took its memory back under a write: "
              + deregistration.refusal());
    }
  }

  /** What has not struck will not strike any more. */
  void calm() {
    targetLife.calm();
    askedLife.calm();
  }
}
