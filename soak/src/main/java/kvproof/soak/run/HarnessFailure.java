package kvproof.soak.run;

import org.jspecify.annotations.Nullable;

/** Not a router but kvproof itself, or what it stands on, failed; the message says where. */
public final class HarnessFailure extends Exception {
  private static final long serialVersionUID = 1;

  public HarnessFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
