/**
 * Faults planted on purpose, to see that the soak finds them.
 *
 * <p>A mutant is a text edit of one source file of the router or of the oracles. It is compiled in
 * memory and loaded in front of the real classes, which never change and carry no switch for it.
 * What a caught fault looks like is said by {@code kvproof.soak.run}; nothing here prints.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.canary;
