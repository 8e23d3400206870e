/**
 * What happened in one fetch, as both sides and the harness saw it: frames, states, reports, bytes.
 *
 * <p>Events travel as JSON between processes and end up in a report. Nothing here knows how they
 * are recorded or drawn.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.timeline;
