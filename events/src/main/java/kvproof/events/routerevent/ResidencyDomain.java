package kvproof.events.routerevent;

import java.util.Locale;

/** Whose blocks a router event is about. */
public enum ResidencyDomain {
  /** Left out by an older sender: the rank, and for a clear a given state source too. */
  UNSPECIFIED,
  /** The rank. */
  WORKER,
  /** The state source. */
  CACHE_OWNER,
  /** Whatever else stood there; the event is ignored. */
  UNSUPPORTED;

  /** The word on the wire; not for an unspecified one, which is left out. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
