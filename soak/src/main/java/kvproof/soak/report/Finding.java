package kvproof.soak.report;

import java.util.Optional;
import kvproof.model.Case;

/**
 * One case in which somebody was wrong, and the smallest case that fails in the same way.
 *
 * @param index of the case in its run, from 0
 * @param casesAsked how many cases the run was to have
 * @param original as drawn; {@code seed()} and {@code profile()} rerun it
 * @param divergence of the shrunk case
 * @param shrunk equals {@code original} if nothing could be left out
 * @param shrinkTries how many smaller cases were tried
 * @param keptAs the case file, as a path to show; empty if it could not be written
 * @param rerun a command line that fails again on a fresh checkout
 */
public record Finding(
    long index,
    long casesAsked,
    Case original,
    Divergence divergence,
    Case shrunk,
    int shrinkTries,
    Optional<String> keptAs,
    String rerun) {

  /** The same finding, kept in this file. */
  public Finding keptAs(String file) {
    return new Finding(
        index, casesAsked, original, divergence, shrunk, shrinkTries, Optional.of(file), rerun);
  }
}
