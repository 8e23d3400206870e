package kvproof.router.load;

/** A booking that has not ended. */
record ActiveRequest(
    String id, long attempt, RankSlot load, BlockTracker.Held blocks, long bookedNanos) {}
