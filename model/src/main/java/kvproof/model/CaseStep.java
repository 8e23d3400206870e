package kvproof.model;

/**
 * One step of a case's history: what an index takes as it is, or what has to be made into that
 * first.
 */
public sealed interface CaseStep permits IndexStep, Arrival, SchedulingStep {}
