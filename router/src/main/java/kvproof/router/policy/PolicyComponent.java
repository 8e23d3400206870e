package kvproof.router.policy;

/**
 * A filter, a scorer or a picker.
 *
 * <p>Called by one thread at a time, for one partition only, so that it may keep state of its own.
 * It must not keep a view: each is valid during the call it is given to, and is reused.
 */
public sealed interface PolicyComponent permits Filter, Scorer, Picker {

  /** What it reads; asked once, when the policy is built. */
  InputSet inputs();
}
