/** Expected answers from plain sets. Never reads the router. */
@org.jspecify.annotations.NullMarked
module kvproof.oracles {
  requires static org.jspecify;
  requires transitive kvproof.model;

  exports kvproof.oracles;
  exports kvproof.oracles.front;
  exports kvproof.oracles.scheduling;
}
