package kvproof.soak.run;

import java.util.Optional;
import kvproof.soak.report.Divergence;

/**
 * What came of one case.
 *
 * @param divergence the first comparison in which a side was wrong; absent: all agreed
 * @param digest over every step that was taken, and everything the router under test said
 * @param eventMix the steps that were taken, by kind
 */
public record CaseResult(Optional<Divergence> divergence, long digest, EventMix eventMix) {}
