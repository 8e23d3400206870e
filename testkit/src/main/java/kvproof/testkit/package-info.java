/**
 * Cases drawn from a seed, and failing cases made small.
 *
 * <p>{@link kvproof.testkit.Cases} draws what the soak and jqwik run, {@link
 * kvproof.testkit.HistoryJudge} says what is irregular in a history, {@link
 * kvproof.testkit.CaseShrinker} makes a failing case small. No router, no oracle and no answer is
 * known here: what a case should lead to is for others to say.
 */
package kvproof.testkit;
