package kvproof.events.routerevent;

/** Why a router event changes nothing; counted under its name in lower case. */
public enum BridgeReason {
  /** An unknown domain, or a cache owner that would hold blocks on the device. */
  UNSUPPORTED_RESIDENCY_DOMAIN,
  /** An event about a cache owner that does not say which. */
  MISSING_STATE_SOURCE
}
