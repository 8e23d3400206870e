/**
 * Which workers there are, what they can do, and which ranks of them a request may get.
 *
 * <p>The catalog follows workers through their states and publishes immutable snapshots of each
 * partition; eligibility is checked against those. Holds no blocks, no load and no queue.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.membership;
