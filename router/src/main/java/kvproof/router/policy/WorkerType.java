package kvproof.router.policy;

import java.util.Locale;

/** What the workers of a partition do. */
public enum WorkerType {
  AGGREGATED,
  PREFILL,
  DECODE,
  ENCODE;

  /** Whether the default policy goes by the label {@code decode}: every type but prefill does. */
  public boolean isDecodeLabel() {
    return this != PREFILL;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads a name, blanks and case aside; throws {@link IllegalArgumentException} naming others. */
  public static WorkerType parse(String text) {
    for (WorkerType type : values()) {
      if (type.wireName().equals(text.strip().toLowerCase(Locale.ROOT))) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "unknown worker type '" + text + "' (aggregated, prefill, decode, encode)");
  }
}
