/**
 * Where threads run: set for one thread at a time, and read back from the system.
 *
 * <p>Works on Linux, by the C library's own functions; elsewhere nothing can be set and whoever
 * asks is told so.
 */
@NullMarked
package kvproof.benchmarks.cpu;

import org.jspecify.annotations.NullMarked;
