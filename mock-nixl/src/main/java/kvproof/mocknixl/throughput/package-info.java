/**
 * How fast the stand-in moves bytes, beside what the machine does without it, in one run.
 *
 * <p>For the command line, which prints both; benchmarks measure the parts with more care. Says
 * nothing of the real library.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.throughput;
