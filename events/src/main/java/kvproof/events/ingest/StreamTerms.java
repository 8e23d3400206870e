package kvproof.events.ingest;

import kvproof.model.WorkerWithDpRank;

/**
 * On what terms a stream is open.
 *
 * @param rank whose stream it is; single batches may name other ranks
 * @param countsCopies physical copies are counted; not for events that come from behind such a
 *     filter
 */
public record StreamTerms(WorkerWithDpRank rank, StreamRecovery recovery, boolean countsCopies) {}
