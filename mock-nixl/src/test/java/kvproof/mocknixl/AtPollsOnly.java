package kvproof.mocknixl;

import java.util.Optional;
import kvproof.testkit.transfer.Interference;

/** Copies in the process: nothing moves between two polls, and no connection can be cut. */
public final class AtPollsOnly implements Interference {
  @Override
  public Optional<Held> hold(String agent) {
    return Optional.of(
        new Held() {
          @Override
          public void release() {
            // The next poll is the first that moves anything.
          }

          @Override
          public void cut() {
            throw new UnsupportedOperationException("there is no connection to cut");
          }
        });
  }

  @Override
  public boolean cancelsInTime() {
    return true;
  }

  @Override
  public boolean boundsWhatWaits() {
    return true;
  }
}
