package kvproof.soak.dataplane.service;

import kvproof.mocknixl.fault.HeldWrite;

/** The source's write stands in its middle. */
record WriteUnderWay(HeldWrite write) implements Hold {
  @Override
  public boolean isReached() {
    return write.isReached();
  }

  @Override
  public void release() {
    write.release();
  }
}
