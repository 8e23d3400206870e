package kvproof.router.config;

/** What a prefill is taken to last. */
public enum PrefillLoadModel {
  /** Booked prefill tokens stay until the prefill is reported complete. */
  NONE("none"),
  /** They go with time, as a model of the engine predicts. */
  AIC("aic");

  private final String wireName;

  PrefillLoadModel(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
