/** A byte-copy stand-in for NIXL. */
@org.jspecify.annotations.NullMarked
module kvproof.mocknixl {
  requires static org.jspecify;
  requires transitive kvproof.model;

  exports kvproof.mocknixl;
  exports kvproof.mocknixl.fault;
}
