package kvproof.events.wire;

/** Whose blocks an event is about where they are not the framework's. */
public record Ownership(String wireName) {
  public static final Ownership PERSISTENT_CACHE_RUNTIME = new Ownership("kvcr");

  public boolean isPersistentCacheRuntime() {
    return equals(PERSISTENT_CACHE_RUNTIME);
  }
}
