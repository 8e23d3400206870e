package kvproof.oracles;

import static kvproof.model.FetchOutcome.Status.DELIVERED;
import static kvproof.model.FetchOutcome.Status.FAILED;
import static kvproof.model.FetchOutcome.Status.NOTHING_NEEDED;
import static kvproof.model.FetchOutcome.Status.PARTIAL;
import static kvproof.model.FetchOutcome.Status.REFUSED;
import static kvproof.oracles.FetchEnding.ANSWERED_NO;
import static kvproof.oracles.FetchEnding.GIVEN_UP;
import static kvproof.oracles.FetchEnding.GIVEN_UP_FOR_GOOD;
import static kvproof.oracles.FetchEnding.LEFT_OPEN;
import static kvproof.oracles.FetchEnding.SUCCESS;
import static kvproof.oracles.FetchEnding.TARGET_GONE;
import static kvproof.oracles.FetchEnding.TOO_LATE;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.FetchFault;
import kvproof.model.FetchOutcome.Status;

/**
 * What comes of one fetch: what arrives, and how it ends.
 *
 * @param delivered blocks that arrive with the right bytes, in the order of the hint
 * @param wrong of the blocks that are reported and have other bytes, whose those are; in the order
 *     of the hint
 */
record FetchCourse(
    Status status, List<Long> delivered, List<WrongBytes> wrong, FetchEnding ending) {

  /** Nothing goes wrong on the way. */
  static FetchCourse plain(FetchScene scene) {
    return successful(scene, List.of());
  }

  /** Something goes wrong; the fault strikes, and something was asked for. */
  static FetchCourse struck(FetchScene scene, FetchFault fault) {
    return switch (fault.kind()) {
      case SOURCE_RESTARTED ->
          switch (fault.phase()) {
            case HINTED, ASKED -> nothing(REFUSED, ANSWERED_NO);
            case ACCEPTED, WRITING -> nothing(FAILED, GIVEN_UP_FOR_GOOD);
            case WRITTEN -> plain(scene);
          };
      case SOURCE_CRASHED ->
          switch (fault.phase()) {
            case HINTED, ASKED, ACCEPTED, WRITING -> nothing(FAILED, GIVEN_UP_FOR_GOOD);
            case WRITTEN -> plain(scene);
          };
      case BLOCK_EVICTED -> plain(scene.without(victim(scene, fault)));
      case SLOT_REUSE ->
          switch (fault.phase()) {
            case HINTED -> plain(scene.without(victim(scene, fault)));
            case ASKED, ACCEPTED, WRITING, WRITTEN -> plain(scene); // claimed until it is written
          };
      case FOREIGN_BYTES ->
          successful(scene, scene.found().stream().map(FetchCourse::ofItsOther).toList());
      case OTHER_BLOCKS_BYTES -> successful(scene, List.of(ofItsOther(victim(scene, fault))));
      case TORN_WRITE -> successful(scene, List.of(new WrongBytes.FirstHalf(victim(scene, fault))));
      case EARLY_NOTIFICATION ->
          successful(scene, List.of(new WrongBytes.NotWritten(victim(scene, fault))));
      case EVICTED_WHILE_PINNED,
          DUPLICATE_NOTIFICATION,
          LOST_ACK,
          DUPLICATE_REQUEST,
          DEREGISTRATION ->
          plain(scene);
      case PARTIAL_WRITE, SOURCE_STALLED, CANCELLED -> nothing(FAILED, ANSWERED_NO);
      case LOST_TRANSFER -> nothing(FAILED, LEFT_OPEN);
      case LOST_NOTIFICATION,
          LATE_NOTIFICATION,
          LOST_REQUEST,
          LATE_REQUEST,
          PINS_UNANSWERED,
          SLOW_WRITE ->
          nothing(FAILED, TOO_LATE);
      case LOST_PROBE, STUCK_WRITE -> nothing(FAILED, GIVEN_UP);
      case TARGET_CRASHED -> nothing(FAILED, TARGET_GONE);
    };
  }

  /** The source writes all that it has, and reports it. */
  private static FetchCourse successful(FetchScene scene, List<WrongBytes> wrong) {
    List<Long> right = new ArrayList<>(scene.found());
    wrong.forEach(bytes -> right.remove(bytes.hash()));
    int asked = scene.asked().size();
    Status status =
        asked == 0
            ? NOTHING_NEEDED
            : right.size() == asked
                ? DELIVERED
                : !right.isEmpty() ? PARTIAL : wrong.isEmpty() ? REFUSED : FAILED;
    return new FetchCourse(status, right, wrong, SUCCESS);
  }

  private static FetchCourse nothing(Status status, FetchEnding ending) {
    return new FetchCourse(status, List.of(), List.of(), ending);
  }

  private static WrongBytes ofItsOther(long hash) {
    return new WrongBytes.OfBlock(hash, FetchScene.other(hash));
  }

  private static long victim(FetchScene scene, FetchFault fault) {
    return scene.victim(fault).orElseThrow();
  }
}
