/**
 * The published Python KVCR at the other end, with a byte-copy agent that speaks our fabric.
 *
 * <p>Its programs are those of {@code peers/kvcr}, whose {@code run} makes an environment for them
 * and calls these tests. Without the system property {@code kvproof.kvcr.python} they are skipped.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.kvcr.python;
