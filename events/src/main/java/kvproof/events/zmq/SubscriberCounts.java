package kvproof.events.zmq;

/**
 * What one subscriber has received: good messages, messages skipped for their number of frames or
 * the length of their sequence, and calls of the listener that threw.
 */
public record SubscriberCounts(
    long messages, long wrongFrameCounts, long wrongSequenceLengths, long listenerFailures) {}
