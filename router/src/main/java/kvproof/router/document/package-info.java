/**
 * YAML and JSON as trees in which every value knows its place, for clear refusals.
 *
 * <p>Texts in, values out: files are the host's. What the values mean is not here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.document;
