/**
 * What the publisher of a rank keeps of its own events, so that others can recover from it: the
 * newest events, and a dump that goes on into them.
 *
 * <p>How the index of the publisher stores and dumps is its own matter, and so is how questions and
 * answers travel.
 */
package kvproof.events.ingest.publication;
