package kvproof.events.wire;

/**
 * Whether blocks lie with the engine that reports them. Anything but {@code LOCAL} is elsewhere.
 */
public record Locality(String wireName) {
  public static final Locality LOCAL = new Locality("LOCAL");
  public static final Locality REMOTE = new Locality("REMOTE");

  public boolean isLocal() {
    return equals(LOCAL);
  }
}
