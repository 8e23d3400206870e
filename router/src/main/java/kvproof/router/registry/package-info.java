/**
 * Policies by name: which types the program has, which instances a document makes of them, and
 * which one each role of workers gets.
 *
 * <p>Resolved once, before any partition starts. What a policy does is not here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.registry;
