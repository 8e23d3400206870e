/**
 * The contract of the data plane as tests: what every transfer agent must do, for any module to run
 * against its own.
 *
 * <p>An implementation's test extends one class and says how an agent is opened. Who runs it brings
 * JUnit and AssertJ along; nothing else of this module needs them.
 */
@org.jspecify.annotations.NullMarked
package kvproof.testkit.transfer;
