/**
 * What was measured, beside what it should be.
 *
 * <p>A {@link kvproof.benchmarks.verdict.InventoryRow} is one inventory over all processes of a
 * run; {@link kvproof.benchmarks.verdict.Targets} judges it against the peer of the same run and
 * against the publication, scaled as {@link kvproof.benchmarks.verdict.MachineScale} says. Nothing
 * here measures or prints.
 */
@NullMarked
package kvproof.benchmarks.verdict;

import org.jspecify.annotations.NullMarked;
