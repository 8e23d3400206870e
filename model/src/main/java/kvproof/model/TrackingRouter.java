package kvproof.model;

/** A router whose resident counts are kept from some moment on. */
public interface TrackingRouter extends KvRouter {

  /**
   * Keeps resident counts from now on, beginning with what is held; harmless if repeated. No other
   * answer changes.
   */
  void keepResidentCounts();
}
