package kvproof.mocknixl.fault;

import java.time.Duration;

/** What becomes of a message on its way. */
public sealed interface Fate {

  /** It never arrives. */
  record Lost() implements Fate {}

  /** It arrives, and once more right behind itself. */
  record Twice() implements Fate {}

  /** It arrives so much later, behind what was sent after it. */
  record Late(Duration delay) implements Fate {
    public Late {
      if (!delay.isPositive()) {
        throw new IllegalArgumentException("not later: a delay of " + delay);
      }
    }
  }
}
