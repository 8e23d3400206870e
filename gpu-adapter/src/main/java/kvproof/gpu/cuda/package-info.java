/**
 * Memory of a CUDA device: allocated, filled, copied back and freed through the driver's own API.
 *
 * <p>The driver library is loaded when it is asked for and never before, so that everything else
 * works without a GPU. Knows nothing of NIXL, transfers or blocks.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu.cuda;
