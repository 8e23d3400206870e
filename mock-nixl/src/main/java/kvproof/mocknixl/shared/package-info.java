/**
 * A tier that several workers write and read: finished blocks that anybody finds, and unfinished
 * ones that nobody does, each with the lease of its writer.
 *
 * <p>Whom a router is told of a block, and over what the bytes travel, is not known here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.shared;
