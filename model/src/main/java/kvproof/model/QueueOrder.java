package kvproof.model;

import java.util.Locale;

/** How entries of one class are scored. */
public enum QueueOrder {
  /** First come, first served. */
  FCFS,
  /** Last come, first served; in the synthetic class only. */
  LCFS,
  /** Short prefills first. */
  WSPT;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a wire name; throws {@link IllegalArgumentException} naming an unknown one. */
  public static QueueOrder ofWireName(String wireName) {
    for (QueueOrder order : values()) {
      if (order.wireName().equals(wireName)) {
        return order;
      }
    }
    throw new IllegalArgumentException(
        "unknown queue policy '" + wireName + "' (fcfs, lcfs, wspt)");
  }
}
