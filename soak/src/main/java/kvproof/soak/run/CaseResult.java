package kvproof.soak.run;

import java.util.Optional;
import java.util.SortedMap;
import kvproof.soak.report.Divergence;

/**
 * What came of one case.
 *
 * @param divergence the first comparison in which a side was wrong; absent: all agreed
 * @param digest over every step that was taken, and everything the router under test said
 * @param eventMix the steps that were taken, by kind
 * @param front what the router's front counted, and at the end of a case with streams the blocks
 *     that the router believes in and no engine holds, or the other way round
 */
public record CaseResult(
    Optional<Divergence> divergence,
    long digest,
    EventMix eventMix,
    SortedMap<String, Long> front) {}
