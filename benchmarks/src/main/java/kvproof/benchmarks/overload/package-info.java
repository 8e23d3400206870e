/**
 * The overloaded replay: a trace many times over, faster than lanes can apply it, with and without
 * counts, and with threads that read them.
 *
 * <p>{@link kvproof.benchmarks.overload.OverloadTrial} is one process and one case. Every thread is
 * kept on processors of its own, reads back where it is, and nothing starts before all have said
 * so.
 */
@NullMarked
package kvproof.benchmarks.overload;

import org.jspecify.annotations.NullMarked;
