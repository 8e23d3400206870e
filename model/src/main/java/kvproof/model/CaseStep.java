package kvproof.model;

/** One step of a case's history: an event, or a snapshot that replaces the one before it. */
public sealed interface CaseStep permits KvCacheEvent, ResidencySnapshot, WorkerSnapshot {}
