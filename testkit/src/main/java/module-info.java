/** Seeds, generators and shrinking; jqwik draws from the same generators as the soak. */
@org.jspecify.annotations.NullMarked
module kvproof.testkit {
  requires static org.jspecify;
  requires transitive kvproof.model;
  requires static net.jqwik.api;

  exports kvproof.testkit;
}
