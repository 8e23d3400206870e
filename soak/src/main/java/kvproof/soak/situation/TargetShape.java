package kvproof.soak.situation;

/** What a target holds of a prompt that has blocks. */
enum TargetShape {
  COLD("cold target"),
  DEVICE_ONLY("device-only target"),
  HOST_ONLY("host-only target"),
  DEVICE_AND_HOST("device-and-host target"),
  FULL("full target"),
  /** Partial, and under another hash than the chain's somewhere below its frontier. */
  OFF_CHAIN("off-chain target");

  private final String text;

  TargetShape(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
