package kvproof.events.ingest.listener;

import java.util.Optional;
import java.util.SortedMap;
import kvproof.events.ingest.StreamStatus;

/**
 * What one listener does, and how its stream stands.
 *
 * @param malformedMessages messages skipped for their frames
 * @param decoded what became of the events of its batches before they could be applied, by label
 * @param failure why it failed, if it did
 */
public record ListenerStatus(
    ListenerState state,
    StreamStatus stream,
    long malformedMessages,
    SortedMap<String, Long> decoded,
    Optional<String> failure) {}
