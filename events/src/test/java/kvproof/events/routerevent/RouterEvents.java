package kvproof.events.routerevent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import kvproof.events.routerevent.MmObjectInfo.Offset;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;
import kvproof.model.identity.Digest128;
import kvproof.model.identity.IdentityDigest;
import kvproof.model.identity.IdentityDigest.SourceFlag;
import kvproof.testkit.SeededRandom;

/** Router events, drawn; and the cache owner that the published ones are about. */
final class RouterEvents {
  static final CacheOwnerId OWNER = new CacheOwnerId(explicit(1), explicit(2), 3, explicit(4));

  private static final List<Long> NUMBERS =
      List.of(0L, 1L, 127L, 128L, 1L << 32, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE, -1L);

  private final SeededRandom random;

  private RouterEvents(SeededRandom random) {
    this.random = random;
  }

  /** A digest of 16 equal bytes. */
  static IdentityDigest explicit(int value) {
    long half = value * 0x0101_0101_0101_0101L;
    return IdentityDigest.explicit(new Digest128(half, half));
  }

  static RouterEvent draw(long seed) {
    return new RouterEvents(new SeededRandom(seed)).event();
  }

  private RouterEvent event() {
    return new RouterEvent(
        new WorkerWithDpRank(number(), (int) number()),
        random.pick(List.of(StorageTier.values())),
        random.pick(List.of(ResidencyDomain.values())),
        number(),
        data(),
        random.chance(40) ? Optional.of(owner()) : Optional.empty(),
        random.chance(40)
            ? Optional.of(random.pick(List.of("", "session-1", "\u00e9\"\\\n")))
            : Optional.empty());
  }

  private RouterEventData data() {
    return switch (random.below(3)) {
      case 0 ->
          new Stored(
              random.chance(50) ? OptionalLong.empty() : OptionalLong.of(number()),
              random.chance(50) ? OptionalInt.empty() : OptionalInt.of((int) number()),
              list(() -> new StoredBlock(number(), number(), list(this::mmObject))));
      case 1 -> new Removed(BlockHashes.of(list(this::number)));
      default -> new Cleared();
    };
  }

  private MmObjectInfo mmObject() {
    return new MmObjectInfo(number(), list(() -> new Offset(number(), number())));
  }

  private CacheOwnerId owner() {
    return new CacheOwnerId(digest(), digest(), number(), digest());
  }

  private IdentityDigest digest() {
    return new IdentityDigest(
        new Digest128(random.nextLong(), random.nextLong()),
        random.pick(List.of(SourceFlag.values())));
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int left = random.below(4); left > 0; left--) {
      list.add(element.get());
    }
    return List.copyOf(list);
  }

  private long number() {
    return random.chance(70) ? random.pick(NUMBERS) : random.nextLong();
  }
}
