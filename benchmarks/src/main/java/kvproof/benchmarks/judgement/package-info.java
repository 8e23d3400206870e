/**
 * Figures held against something: a bound, or the same figure of another arm.
 *
 * <p>A {@link kvproof.benchmarks.judgement.Goal} is a bound and comes to a {@link
 * kvproof.benchmarks.judgement.Judgement}; a {@link kvproof.benchmarks.judgement.RatioInterval}
 * tells a difference from noise. Nothing here knows what was measured.
 */
@NullMarked
package kvproof.benchmarks.judgement;

import org.jspecify.annotations.NullMarked;
