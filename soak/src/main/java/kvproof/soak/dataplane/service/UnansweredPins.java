package kvproof.soak.dataplane.service;

import kvproof.mocknixl.fault.HeldPins;

/** The source's framework does not answer until it is let go: the request is taken. */
record UnansweredPins(HeldPins pins) implements Hold {
  UnansweredPins {
    pins.hold(true);
  }

  @Override
  public boolean isReached() {
    return pins.requestsMet() > 0;
  }

  @Override
  public void release() {
    pins.hold(false);
  }
}
