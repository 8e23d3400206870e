package kvproof.model;

/**
 * Something that reaches a router before its index: a batch of an engine, a routing decision, the
 * passing of time. An {@link IndexFront} makes index steps of it.
 */
public sealed interface Arrival extends CaseStep permits StreamArrival, Prediction {}
