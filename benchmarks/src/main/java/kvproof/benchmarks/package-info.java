/**
 * Benchmarks of the router's parts, one class for each.
 *
 * <p>What a figure means, and how it is made, is in the README of this module.
 */
package kvproof.benchmarks;
