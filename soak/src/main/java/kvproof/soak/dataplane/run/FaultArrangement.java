package kvproof.soak.dataplane.run;

import java.util.Optional;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.soak.dataplane.service.Stop;

/**
 * Who brings a fault about between processes: a service, by what stands around it, or the harness,
 * while a service holds the fetch in the phase.
 *
 * @param isTimed whether somebody has to wait for a timeout
 */
record FaultArrangement(
    Optional<Stop> targetStop,
    Optional<Stop> sourceStop,
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
    return new FaultArrangement(
        targetStop(fault.phase()),
        sourceStop(fault),
        Optional.empty(),
        Optional.empty(),
        isTimed(fault));
  }

  private static Optional<Stop> targetStop(FetchPhase phase) {
    return switch (phase) {
      case ASKED -> Optional.of(Stop.BEFORE_THE_REQUEST_LEAVES);
      case WRITTEN -> Optional.of(Stop.BEFORE_THE_REPORT_IS_TAKEN);
      case HINTED, ACCEPTED, WRITING -> Optional.empty();
    };
  }

  /** A process that dies while bytes are in flight could have got them or not. */
  private static Optional<Stop> sourceStop(FetchFault fault) {
    return switch (fault.phase()) {
      case ACCEPTED -> Optional.of(Stop.BEFORE_PINS_ARE_ANSWERED);
      case WRITING ->
          Optional.of(
              fault.kind() == Kind.DEREGISTRATION
                  ? Stop.WITHIN_A_TRANSFER
                  : Stop.BETWEEN_TWO_TRANSFERS);
      case HINTED, ASKED, WRITTEN -> Optional.empty();
    };
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

  /** Whether the harness does something while a process holds the fetch. */
  boolean isHeld() {
    return targetStop.isPresent() || sourceStop.isPresent();
  }

  /** Whether a fault lies in wait within a service. */
  boolean isArmed() {
    return atTarget.isPresent() || atSource.isPresent();
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
