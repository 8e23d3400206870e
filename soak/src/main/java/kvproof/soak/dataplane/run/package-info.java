/**
 * Runs of planned fetches on services: arranges what a case needs, carries the hint out, compares
 * what is seen with what the oracle expects.
 *
 * <p>Services run in processes, or threads where a test wants them fast; a run cannot tell. How
 * cases are drawn and how results are shown is elsewhere.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.run;
