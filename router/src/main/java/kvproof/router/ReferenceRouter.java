package kvproof.router;

/** Placeholder. */
final class ReferenceRouter {}
