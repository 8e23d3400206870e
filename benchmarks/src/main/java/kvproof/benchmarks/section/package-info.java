/**
 * What the parts of a run beside the inventories found: tables of figures, each row with its goals.
 *
 * <p>A {@link kvproof.benchmarks.section.Section} is one part; it prints as text, JSON and a page.
 * Nothing here measures.
 */
@NullMarked
package kvproof.benchmarks.section;

import org.jspecify.annotations.NullMarked;
