/**
 * What a run of fetches is to do: its options, and each case drawn from its seed.
 *
 * <p>A plan is a value that says who holds what, what changes between look-up and fetch, who is
 * asked and what goes wrong. Carrying it out, and what must come of it, is elsewhere.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.plan;
