/**
 * What a scheduler has to decide, by plain definition: selection, queue order, bookings.
 *
 * <p>{@link kvproof.oracles.scheduling.SchedulingOracle} follows a scheduler step by step and says
 * what is wrong with it; {@link kvproof.oracles.scheduling.BookingLedger} knows only that whatever
 * is booked must be released again. Slow and plain on purpose; nothing here knows a scheduler.
 */
package kvproof.oracles.scheduling;
