/**
 * Runs of planned fetches on nodes: arranges what a case needs, carries the hint out, compares what
 * is seen with what the oracle expects.
 *
 * <p>Nodes are processes, or threads where a test wants them fast; a run cannot tell. How cases are
 * drawn and how results are shown is elsewhere.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.run;
