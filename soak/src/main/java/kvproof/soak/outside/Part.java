package kvproof.soak.outside;

import java.util.Locale;
import java.util.Optional;

/** What a router may say that it can, in the list {@code can} of its greeting. */
public enum Part {
  DEVICE,
  LOWER,
  CACHE_OWNERS,
  CANDIDATES,
  INTERVALS,
  CHOICES,
  /** Its choices are made over continuations too, not over root prefixes alone. */
  CONTINUATIONS,
  /** It takes the worker snapshot: roles, endpoints, who is listed. */
  WORKERS,
  ISLANDS,
  /** It tells an owner that is attached to a rank from one that is projected there. */
  ATTACHMENT,
  RESIDENT,
  DUMP,
  /** It takes {@code stream}, which marks an owner whose event stream has a gap. */
  STREAMS;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Absent for a name that is not known: a newer router may be able to do more. */
  static Optional<Part> ofWireName(String wireName) {
    for (Part part : values()) {
      if (part.wireName().equals(wireName)) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }
}
