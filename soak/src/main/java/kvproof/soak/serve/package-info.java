/**
 * The reference router on the line protocol: one JSON object a line in, one a line out.
 *
 * <p>Reads far ahead of its answers and never waits for them to be read.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.serve;
