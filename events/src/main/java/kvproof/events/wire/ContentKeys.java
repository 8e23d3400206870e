package kvproof.events.wire;

import java.util.List;
import java.util.Optional;
import kvproof.events.routerevent.MmObjectInfo;

/**
 * What enters the local hashes of an event's blocks besides the tokens.
 *
 * @param loraName empty: base model
 * @param cacheSalt as the event gives it; present and empty: none, whatever the extra keys say
 * @param blockMmInfos objects block by block; they go before those among the extra keys
 */
public record ContentKeys(
    String loraName,
    Optional<String> cacheSalt,
    Optional<ExtraKeys> extraKeys,
    Optional<List<List<MmObjectInfo>>> blockMmInfos) {

  public static final ContentKeys NONE =
      new ContentKeys("", Optional.empty(), Optional.empty(), Optional.empty());

  public ContentKeys {
    blockMmInfos = blockMmInfos.map(infos -> infos.stream().map(List::copyOf).toList());
  }

  public ContentKeys withLoraName(String newLoraName) {
    return new ContentKeys(newLoraName, cacheSalt, extraKeys, blockMmInfos);
  }

  public ContentKeys withCacheSalt(String newCacheSalt) {
    return new ContentKeys(loraName, Optional.of(newCacheSalt), extraKeys, blockMmInfos);
  }

  public ContentKeys withExtraKeys(ExtraKeys newExtraKeys) {
    return new ContentKeys(loraName, cacheSalt, Optional.of(newExtraKeys), blockMmInfos);
  }

  public ContentKeys withBlockMmInfos(List<List<MmObjectInfo>> newInfos) {
    return new ContentKeys(loraName, cacheSalt, extraKeys, Optional.of(newInfos));
  }

  /** The salt that this event itself names; never empty text. */
  public Optional<String> salt() {
    return cacheSalt
        .or(() -> extraKeys.flatMap(keys -> keys.salt(loraName)))
        .filter(salt -> !salt.isEmpty());
  }

  /** The objects of block i at i; a block without entry has none. */
  public List<List<MmObjectInfo>> mmObjects() {
    return blockMmInfos.or(() -> extraKeys.map(ExtraKeys::mmObjects)).orElse(List.of());
  }
}
