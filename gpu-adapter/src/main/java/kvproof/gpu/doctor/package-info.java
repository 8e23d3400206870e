/**
 * What this machine has of NIXL, UCX and CUDA, in findings.
 *
 * <p>Looks at files and settings, and loads the libraries that tell their version only when asked.
 * Whether a transfer works is tried elsewhere, through the contract.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu.doctor;
