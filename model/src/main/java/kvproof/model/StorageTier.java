package kvproof.model;

import java.util.List;
import java.util.Locale;

/** Where a block lives, in the order in which a look-up walks the tiers. */
public enum StorageTier {
  DEVICE,
  HOST_PINNED,
  DISK,
  EXTERNAL;

  private static final List<StorageTier> LOWER = List.of(HOST_PINNED, DISK, EXTERNAL);

  /** The tiers below the device, in walking order. */
  public static List<StorageTier> lower() {
    return LOWER;
  }

  /** Lower-case name as it stands on the wire, such as {@code host_pinned}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
  public static StorageTier ofWireName(String wireName) {
    for (StorageTier tier : values()) {
      if (tier.wireName().equals(wireName)) {
        return tier;
      }
    }
    throw new IllegalArgumentException(
        "unknown tier '" + wireName + "' (device, host_pinned, disk, external)");
  }
}
