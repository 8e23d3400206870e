package kvproof.oracles.scheduling;

import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * A choice that its caller was not told of yet.
 *
 * @param booking null: the request books nothing
 */
record UnansweredChoice(
    Selection selection, WorkerWithDpRank rank, StoredSource source, @Nullable Booking booking) {}
