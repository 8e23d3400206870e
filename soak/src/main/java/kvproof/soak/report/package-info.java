/**
 * What a run came to, as values, and the files that show it.
 *
 * <p>Nothing here runs a case or decides whether a run passed.
 */
package kvproof.soak.report;
