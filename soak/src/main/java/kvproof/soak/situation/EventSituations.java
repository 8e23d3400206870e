package kvproof.soak.situation;

import static kvproof.model.ApplyStatus.BLOCK_NOT_FOUND;
import static kvproof.model.ApplyStatus.INVALID_BLOCK;
import static kvproof.model.ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.situation.Promise.DEVICE_HOLES;
import static kvproof.soak.situation.Promise.EVERY_PROFILE;
import static kvproof.soak.situation.Promise.SEVERAL_HASH_LINES;
import static kvproof.soak.situation.Situation.ofEvent;

import java.util.List;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;

/** What stores and removals of blocks do to an inventory. */
final class EventSituations {
  private EventSituations() {}

  static List<Situation> all() {
    return Stream.of(stores(), hashLines(), removals()).flatMap(List::stream).toList();
  }

  private static List<Situation> stores() {
    return List.of(
        ofEvent(
            "a store that changes nothing",
            EVERY_PROFILE,
            scene -> scene.storesOnlyBlocks(scene.before()::holds)),
        ofEvent(
            "a store of blocks partly held",
            EVERY_PROFILE,
            scene ->
                scene.storesABlock(scene.before()::holds)
                    && scene.storesABlock(block -> !scene.before().holds(block))),
        ofEvent(
            "a store without blocks",
            EVERY_PROFILE,
            scene -> scene.taken().filter(stored -> stored.externalHashes().isEmpty()).isPresent()),
        ofEvent(
            "a store under a parent that is not held",
            EVERY_PROFILE,
            scene -> storesUnderUnknownParent(scene)),
        ofEvent(
            "a device store under a parent that is not held",
            DEVICE_HOLES,
            scene ->
                storesUnderUnknownParent(scene)
                    && scene.taken().filter(stored -> stored.tier() == DEVICE).isPresent()),
        ofEvent(
            "a child comes before its parent and is linked",
            EVERY_PROFILE,
            scene ->
                scene.storesABlock(
                    block -> scene.isPutAboveAHeldBlock(block) && !wasRemoved(scene, block))),
        ofEvent(
            "a hole is closed and what is behind it comes back",
            EVERY_PROFILE,
            scene ->
                scene.storesABlock(
                    block -> scene.isPutAboveAHeldBlock(block) && wasRemoved(scene, block))),
        ofEvent(
            "a block comes back to its owner",
            EVERY_PROFILE,
            scene -> scene.storesABlock(block -> wasRemoved(scene, block))),
        ofEvent(
            "a device store of a cache owner is refused",
            EVERY_PROFILE,
            scene ->
                scene.status() == UNSUPPORTED_RESIDENCY_DOMAIN && scene.event() instanceof Stored),
        ofEvent(
            "an empty device store makes a rank seen",
            EVERY_PROFILE,
            scene ->
                scene.taken().filter(stored -> stored.externalHashes().isEmpty()).isPresent()
                    && !scene.wasSeen()
                    && scene.residentAfter().isPresent()));
  }

  private static List<Situation> hashLines() {
    return List.of(
        ofEvent(
            "a block gets a new hash",
            SEVERAL_HASH_LINES,
            scene -> scene.storesABlock(block -> scene.isRehash(block) && !scene.isMove(block))),
        ofEvent(
            "a hash moves to another place",
            SEVERAL_HASH_LINES,
            scene -> scene.storesABlock(block -> scene.isMove(block) && !scene.isRehash(block))),
        ofEvent(
            "a hash moves to a place that is held under another hash",
            SEVERAL_HASH_LINES,
            scene -> scene.storesABlock(block -> scene.isMove(block) && scene.isRehash(block))),
        ofEvent(
            "blocks become their own ancestors",
            SEVERAL_HASH_LINES,
            scene -> scene.storesABlock(scene::isOnACycle)),
        ofEvent(
            "two owners know one place by two hashes",
            SEVERAL_HASH_LINES,
            scene -> scene.storesABlock(block -> isKnownOtherwise(scene, block))),
        ofEvent(
            "a malformed store names its parent among its blocks",
            SEVERAL_HASH_LINES,
            scene -> isMalformed(scene) && namesItsParent((Stored) scene.event())),
        ofEvent(
            "a malformed store names one hash twice",
            SEVERAL_HASH_LINES,
            scene -> isMalformed(scene) && !namesItsParent((Stored) scene.event())));
  }

  private static List<Situation> removals() {
    return List.of(
        ofEvent(
            "a removal leaves a hole",
            EVERY_PROFILE,
            scene -> scene.removesABlock(block -> isHole(scene, block))),
        ofEvent(
            "a removal leaves a hole on the device",
            DEVICE_HOLES,
            scene -> scene.removesABlock(block -> block.tier() == DEVICE && isHole(scene, block))),
        ofEvent(
            "a removal of nothing that is held",
            EVERY_PROFILE,
            scene -> scene.status() == BLOCK_NOT_FOUND && !scene.removesABlock(block -> true)),
        ofEvent(
            "a removal of blocks partly held",
            EVERY_PROFILE,
            scene -> scene.status() == BLOCK_NOT_FOUND && scene.removesABlock(block -> true)),
        ofEvent(
            "a removal names a held block twice",
            EVERY_PROFILE,
            scene ->
                scene.removesABlock(block -> true)
                    && scene.removal().filter(r -> hasTwice(r.externalHashes())).isPresent()),
        ofEvent(
            "a removal on the device of a cache owner is refused",
            EVERY_PROFILE,
            scene -> scene.status() == UNSUPPORTED_RESIDENCY_DOMAIN && scene.removal().isPresent()),
        ofEvent(
            "a block leaves the device and stays host-pinned",
            EVERY_PROFILE,
            scene ->
                scene.removesABlock(
                    block ->
                        block.tier() == DEVICE
                            && scene
                                .after()
                                .holds(HOST_PINNED, block.owner(), block.externalHash()))));
  }

  private static boolean storesUnderUnknownParent(EventScene scene) {
    return scene
        .taken()
        .filter(stored -> stored.parent().isPresent() && !stored.externalHashes().isEmpty())
        .filter(
            stored ->
                !scene.before().holds(stored.tier(), stored.owner(), stored.parent().getAsLong()))
        .isPresent();
  }

  private static boolean wasRemoved(EventScene scene, HeldBlock block) {
    return scene
        .past()
        .wasRemoved(new Past.Block(block.tier(), block.owner(), block.externalHash()));
  }

  private static boolean isHole(EventScene scene, Past.Block block) {
    return scene.after().holdsChildOf(block.tier(), block.owner(), block.externalHash());
  }

  private static boolean isKnownOtherwise(EventScene scene, HeldBlock block) {
    for (StorageTier tier : StorageTier.values()) {
      for (Owner other : scene.after().owners(tier)) {
        var hash = scene.after().hashAt(tier, other, block.parent(), block.localHash());
        if (!other.equals(block.owner())
            && hash.isPresent()
            && hash.getAsLong() != block.externalHash()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isMalformed(EventScene scene) {
    return scene.status() == INVALID_BLOCK;
  }

  private static boolean namesItsParent(Stored stored) {
    return stored.externalHashes().stream()
        .anyMatch(hash -> Holdings.isHash(stored.parent(), hash));
  }

  private static boolean hasTwice(BlockHashes hashes) {
    return hashes.stream().distinct().count() < hashes.size();
  }
}
