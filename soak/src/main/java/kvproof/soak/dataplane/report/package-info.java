/**
 * What a run of fetches shows: lines while it runs, its closing line, and a report with pictures.
 *
 * <p>Everything follows from the results; a picture is drawn from a recorded timeline. Nothing here
 * runs anything.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.report;
