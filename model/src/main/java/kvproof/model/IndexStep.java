package kvproof.model;

/** What an index takes as it is: an event, a snapshot that replaces the one before it, a mark. */
public sealed interface IndexStep extends CaseStep
    permits KvCacheEvent, ResidencySnapshot, WorkerSnapshot, StreamState {}
