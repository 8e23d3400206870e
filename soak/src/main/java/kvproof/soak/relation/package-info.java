/**
 * Metamorphic relations: a case is changed in a way that must not matter, or whose effect on the
 * answers is known, and the router is held against its own earlier answers.
 *
 * <p>No oracle takes part, so what a router and the oracles get wrong alike can still be seen.
 */
package kvproof.soak.relation;
