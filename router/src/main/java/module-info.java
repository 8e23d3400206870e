/**
 * The reference router. No I/O and no wall clock: time is what its callers say, and random numbers
 * come from seeds that they give. Knows nothing of who tests it.
 */
@org.jspecify.annotations.NullMarked
module kvproof.router {
  requires static org.jspecify;
  requires transitive kvproof.model;
  requires it.unimi.dsi.fastutil.core;
  requires com.fasterxml.jackson.dataformat.yaml;

  exports kvproof.router;
  exports kvproof.router.config;
  exports kvproof.router.disagg;
  exports kvproof.router.document;
  exports kvproof.router.http;
  exports kvproof.router.registry;
  exports kvproof.router.index;
  exports kvproof.router.fetch;
  exports kvproof.router.predict;
  exports kvproof.router.lane;
  exports kvproof.router.membership;
  exports kvproof.router.overlap;
  exports kvproof.router.load;
  exports kvproof.router.queue;
  exports kvproof.router.reuse;
  exports kvproof.router.selection;
  exports kvproof.router.policy;
  exports kvproof.router.policy.experimental;
}
