package kvproof.soak.situation;

import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.SEVERAL_HASH_LINES;
import static kvproof.soak.situation.SourceKind.NONE;
import static kvproof.soak.situation.SourceKind.RANK_CONTINUATION;
import static kvproof.soak.situation.TargetShape.OFF_CHAIN;

import java.util.ArrayList;
import java.util.List;

/**
 * Every pair of a target's shape and the kind of its chosen source, but for those that cannot be.
 */
final class ChoicePairs {
  /*
   * What cannot be, and why:
   *
   *   full target,      any source        usable means e > f, and no e is past N = f
   *   off-chain target, any source        a source serves only targets whose hashes are the chain's
   *   cold target,      a continuation    usable means s <= f = 0, and a continuation has s > 0
   *
   * There is no kind "projected rank's continuation": continuations take exact ownership, so the
   * projection can only lengthen a root prefix.
   */

  private ChoicePairs() {}

  static List<Situation> all() {
    List<Situation> pairs = new ArrayList<>();
    for (TargetShape shape : TargetShape.values()) {
      for (SourceKind kind : SourceKind.values()) {
        if (isPossible(shape, kind)) {
          pairs.add(pair(shape, kind));
        }
      }
    }
    return pairs;
  }

  static boolean isPossible(TargetShape shape, SourceKind kind) {
    return switch (shape) {
      case COLD -> kind != RANK_CONTINUATION;
      case DEVICE_ONLY, HOST_ONLY, DEVICE_AND_HOST -> true;
      case FULL, OFF_CHAIN -> kind == NONE;
    };
  }

  private static Situation pair(TargetShape shape, SourceKind kind) {
    return Situation.ofTarget(
        shape + " from " + kind,
        shape == OFF_CHAIN ? SEVERAL_HASH_LINES : EVERY_PROFILE,
        scene -> isMet(scene, shape, kind));
  }

  /** Nobody is chosen for a target that is not fit, whatever it holds: that is no pair. */
  private static boolean isMet(TargetScene scene, TargetShape shape, SourceKind kind) {
    return scene.shape().filter(shape::equals).isPresent()
        && scene.isFit()
        && (shape == OFF_CHAIN
            ? scene.choice().source().isEmpty() && !scene.eligible().isEmpty()
            : scene.sourceKind() == kind);
  }
}
