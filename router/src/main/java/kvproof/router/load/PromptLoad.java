package kvproof.router.load;

/** What is booked on one rank; its prefill tokens depend on when they are read. */
public record PromptLoad(PrefillSnapshot prefill, long activeBlocks, long activeRequests) {}
