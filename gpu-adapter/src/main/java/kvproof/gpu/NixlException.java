package kvproof.gpu;

import kvproof.gpu.capi.NixlCapi;
import kvproof.gpu.capi.NixlStatus;
import kvproof.model.transfer.TransferException;

/** A function of the library failed: which one, with what status, and what that means. */
public final class NixlException extends TransferException {
  private static final long serialVersionUID = 1;

  private final String function;
  private final int status;

  NixlException(Category category, String function, int status, String doing) {
    super(category, doing + ": " + describe(function, status));
    this.function = NixlCapi.PREFIX + function;
    this.status = status;
  }

  /** Such as {@code nixl_capi_register_mem returned -2 (the backend failed ...)}. */
  static String describe(String function, int status) {
    return NixlCapi.PREFIX + function + " returned " + NixlStatus.describe(status);
  }

  /** Throws if the status is negative, with the category that the status alone tells. */
  static void check(String function, int status, String doing) {
    if (status < 0) {
      throw new NixlException(categoryOf(status), function, status, doing);
    }
  }

  private static Category categoryOf(int status) {
    if (status == NixlStatus.NOT_FOUND.number()) {
      return Category.NOT_FOUND;
    }
    return status == NixlStatus.INVALID_PARAMETER.number()
        ? Category.INVALID_PARAMETER
        : Category.BACKEND;
  }

  /** The name of the C function. */
  public String function() {
    return function;
  }

  /** What it returned. */
  public int status() {
    return status;
  }
}
