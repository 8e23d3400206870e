package kvproof.model.identity;

import java.util.Optional;
import kvproof.model.StorageTier;

/** The names that engines give to storage tiers in their events. */
public final class EngineMedium {
  private EngineMedium() {}

  /**
   * The tier of a medium, the empty text being an absent one; empty: unknown, as is any lower case.
   */
  public static Optional<StorageTier> tierOf(String medium) {
    return switch (medium) {
      case "", "GPU", "DEVICE" -> Optional.of(StorageTier.DEVICE);
      case "CPU", "CPU_PINNED", "CPU_TIER1" -> Optional.of(StorageTier.HOST_PINNED);
      case "CPU_TIER2", "DISK", "NVME", "STORAGE" -> Optional.of(StorageTier.DISK);
      case "EXTERNAL", "NETWORK", "REMOTE", "SHARED" -> Optional.of(StorageTier.EXTERNAL);
      default -> Optional.empty();
    };
  }

  /** The medium that an event of this tier carries; empty: none. */
  public static String of(StorageTier tier) {
    return switch (tier) {
      case DEVICE -> "";
      case HOST_PINNED -> "CPU_PINNED";
      case DISK -> "DISK";
      case EXTERNAL -> "EXTERNAL";
    };
  }
}
