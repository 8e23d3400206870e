package kvproof.events.ingest;

import java.util.Optional;
import java.util.SortedMap;
import kvproof.model.WorkerWithDpRank;

/**
 * Where an open stream stands.
 *
 * @param incarnation which opening of the stream this is, from 1
 * @param isGapped something is missing for good, and the rank's inventory not known again since
 * @param lastReplay how the last replay ended, if there was one
 * @param counts of this incarnation, by name; what never occurred is left out
 */
public record StreamStatus(
    WorkerWithDpRank rank,
    long incarnation,
    StreamCursor cursor,
    boolean isGapped,
    Optional<ReplayOutcome> lastReplay,
    SortedMap<String, Long> counts) {}
