package kvproof.events.wire;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import kvproof.events.routerevent.MmObjectInfo;

/**
 * Extra keys block by block; a block without any has an empty list.
 *
 * <p>Two things can be read out of them: the cache salt and the multimodal objects. Everything else
 * is passed over.
 */
public record ExtraKeys(List<List<ExtraKey>> perBlock) {
  private static final String SALT_PREFIX = "dynamo-cache-salt:";
  private static final Pattern MM_MARKER = Pattern.compile("([0-9a-fA-F]{16})0{48}");

  public ExtraKeys {
    perBlock = perBlock.stream().map(List::copyOf).toList();
  }

  /**
   * The salt that the first block names; only prefixed text is one.
   *
   * @param loraName its first occurrence names the adapter, whatever it looks like; empty: none
   */
  Optional<String> salt(String loraName) {
    boolean isLoraSeen = loraName.isEmpty();
    for (ExtraKey key : perBlock.isEmpty() ? List.<ExtraKey>of() : perBlock.getFirst()) {
      if (key instanceof ExtraKey.Text(String text)) {
        if (!isLoraSeen && text.equals(loraName)) {
          isLoraSeen = true;
        } else if (text.startsWith(SALT_PREFIX) && text.length() > SALT_PREFIX.length()) {
          return Optional.of(text.substring(SALT_PREFIX.length()));
        }
      }
    }
    return Optional.empty();
  }

  /** The objects of each block; empty if no block has any. */
  List<List<MmObjectInfo>> mmObjects() {
    List<List<MmObjectInfo>> perBlockObjects =
        perBlock.stream().map(ExtraKeys::objectsOfBlock).toList();
    return perBlockObjects.stream().allMatch(List::isEmpty) ? List.of() : perBlockObjects;
  }

  private static List<MmObjectInfo> objectsOfBlock(List<ExtraKey> keys) {
    List<MmObjectInfo> objects = new ArrayList<>();
    for (ExtraKey key : keys) {
      OptionalLong mmHash =
          switch (key) {
            case ExtraKey.Text(String text) -> mmHash(text);
            case ExtraKey.TextAtOffset(String text, _) -> mmHash(text);
            case ExtraKey.Whole _, ExtraKey.Real _, ExtraKey.Flag _, ExtraKey.ByteList _ ->
                OptionalLong.empty();
          };
      mmHash.ifPresent(hash -> objects.add(MmObjectInfo.of(hash)));
    }
    return List.copyOf(objects);
  }

  /** 64 hex digits are an object only if the last 48 are zeros: other digests are not. */
  private static OptionalLong mmHash(String text) {
    var marker = MM_MARKER.matcher(text);
    return marker.matches()
        ? OptionalLong.of(HexFormat.fromHexDigitsToLong(marker.group(1)))
        : OptionalLong.empty();
  }
}
