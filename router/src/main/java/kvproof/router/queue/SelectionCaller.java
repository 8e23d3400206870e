package kvproof.router.queue;

import kvproof.model.SelectionError;

/** Who waits for a selection. Called during a turn of the queue. */
public interface SelectionCaller {

  /** Whether anybody is left to take the choice; if not, nothing is booked. */
  boolean isWaiting();

  /**
   * Takes the choice, booked if the request books.
   *
   * @return whether it was delivered; if not, the booking is undone
   */
  boolean chosen(SelectionChoice choice);

  void refused(SelectionError error);

  /** Nobody was waiting any more: nothing was booked, and nothing more will be said. */
  void abandoned();
}
