package kvproof.router.queue;

import java.util.Optional;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.router.fetch.RetainedLookup;

/**
 * What was chosen, with what its hint is made of.
 *
 * @param lookup the one it was chosen by; whoever takes the choice releases it to the index
 * @param target owner number of the chosen rank
 * @param source owner number of the source stored with its row; -1 without one
 * @param lease the booking; empty if nothing was booked
 */
public record SelectionChoice(
    Chosen chosen, RetainedLookup lookup, int target, int source, Optional<BookingLease> lease) {

  SelectionChoice withLease(BookingLease booked) {
    return new SelectionChoice(chosen, lookup, target, source, Optional.of(booked));
  }
}
