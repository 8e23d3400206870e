package kvproof.soak.dataplane.run;

import java.util.Optional;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;

/**
 * Who brings a fault about between processes: a node, by what stands around its service, or the
 * harness, while a node holds the fetch in the phase.
 *
 * @param isTimed whether somebody has to wait for a timeout
 */
record FaultArrangement(
    Optional<FetchPhase> targetHold,
    Optional<FetchPhase> sourceHold,
    Optional<FetchFault> atTarget,
    Optional<FetchFault> atSource,
    boolean isTimed) {

  static FaultArrangement of(Optional<FetchFault> fault) {
    return fault
        .map(FaultArrangement::of)
        .orElse(
            new FaultArrangement(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false));
  }

  private static FaultArrangement of(FetchFault fault) {
    Optional<FetchFault> struck = Optional.of(fault);
    return switch (fault.kind()) {
      case SOURCE_RESTARTED,
          SOURCE_CRASHED,
          BLOCK_EVICTED,
          EVICTED_WHILE_PINNED,
          SLOT_REUSE,
          FOREIGN_BYTES,
          SOURCE_STALLED,
          CANCELLED,
          DEREGISTRATION,
          TARGET_CRASHED ->
          held(fault);
      case LOST_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LATE_NOTIFICATION,
          LOST_REQUEST,
          LATE_REQUEST,
          DUPLICATE_REQUEST,
          LOST_PROBE ->
          new FaultArrangement(
              Optional.empty(), Optional.empty(), struck, Optional.empty(), isTimed(fault));
      case OTHER_BLOCKS_BYTES,
          TORN_WRITE,
          PARTIAL_WRITE,
          LOST_TRANSFER,
          EARLY_NOTIFICATION,
          LOST_ACK,
          PINS_UNANSWERED,
          SLOW_WRITE,
          STUCK_WRITE ->
          new FaultArrangement(
              Optional.empty(), Optional.empty(), Optional.empty(), struck, isTimed(fault));
    };
  }

  /** The side that has the fetch in its hands holds it. */
  private static FaultArrangement held(FetchFault fault) {
    Optional<FetchPhase> phase = Optional.of(fault.phase());
    boolean isAtTarget = fault.phase() == FetchPhase.ASKED || fault.phase() == FetchPhase.WRITTEN;
    boolean isAtSource =
        fault.phase() == FetchPhase.ACCEPTED || fault.phase() == FetchPhase.WRITING;
    return new FaultArrangement(
        phase.filter(_ -> isAtTarget),
        phase.filter(_ -> isAtSource),
        Optional.empty(),
        Optional.empty(),
        isTimed(fault));
  }

  private static boolean isTimed(FetchFault fault) {
    boolean isReported = fault.phase() == FetchPhase.WRITTEN;
    boolean isTaken = fault.phase() == FetchPhase.ACCEPTED || fault.phase() == FetchPhase.WRITING;
    return switch (fault.kind()) {
      case SOURCE_CRASHED -> !isReported;
      case SOURCE_RESTARTED -> isTaken;
      case LOST_NOTIFICATION,
          LATE_NOTIFICATION,
          LOST_REQUEST,
          LATE_REQUEST,
          LOST_PROBE,
          PINS_UNANSWERED,
          SLOW_WRITE,
          STUCK_WRITE,
          LOST_TRANSFER,
          SOURCE_STALLED ->
          true;
      case BLOCK_EVICTED,
          EVICTED_WHILE_PINNED,
          SLOT_REUSE,
          FOREIGN_BYTES,
          OTHER_BLOCKS_BYTES,
          TORN_WRITE,
          PARTIAL_WRITE,
          EARLY_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LOST_ACK,
          DUPLICATE_REQUEST,
          CANCELLED,
          DEREGISTRATION,
          TARGET_CRASHED ->
          false;
    };
  }

  /** Whether the harness does something while a node holds the fetch. */
  boolean isHeld() {
    return targetHold.isPresent() || sourceHold.isPresent();
  }

  /** Whether a process ends and another takes its place, for which one should stand ready. */
  static boolean needsSpare(Optional<FetchFault> fault) {
    return fault
        .map(FetchFault::kind)
        .filter(
            kind ->
                kind == Kind.SOURCE_RESTARTED
                    || kind == Kind.SOURCE_CRASHED
                    || kind == Kind.TARGET_CRASHED)
        .isPresent();
  }
}
