/**
 * A case as a picture: blocks by owners per tier, frontiers, intervals and choices, as SVG for a
 * page and as characters for a terminal.
 *
 * <p>{@link kvproof.soak.picture.CaseScene} is what there is to see; the other types draw it. What
 * is shown is what the oracle answers and the inventories hold; nothing here judges.
 */
package kvproof.soak.picture;
