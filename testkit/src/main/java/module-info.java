/** Seeds, generators and shrinking; jqwik draws from the same generators as the soak. */
@org.jspecify.annotations.NullMarked
module kvproof.testkit {
  requires static org.jspecify;
  requires transitive kvproof.model;
  requires static net.jqwik.api;
  requires static org.assertj.core;
  requires static org.junit.jupiter.api;

  exports kvproof.testkit;
  exports kvproof.testkit.transfer;

  // The engine that runs the contract finds its cases by reflection.
  opens kvproof.testkit.transfer;
}
