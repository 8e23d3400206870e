package kvproof.gpu.cuda;

/** A function of the CUDA driver failed. */
public final class CudaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** {@code CUDA_ERROR_OUT_OF_MEMORY}. */
  private static final int OUT_OF_MEMORY = 2;

  private final String function;
  private final int code;

  /**
   * A failure in the driver's words.
   *
   * @param name such as {@code CUDA_ERROR_INVALID_VALUE}
   */
  public CudaException(String function, int code, String name, String meaning, String what) {
    super(function + " failed with " + code + " " + name + " (" + meaning + "): " + what);
    this.function = function;
    this.code = code;
  }

  /** As the library exports it. */
  public String function() {
    return function;
  }

  /** The driver's number for what happened, never 0. */
  public int code() {
    return code;
  }

  /** Whether a smaller piece, or the same one later, may be had. */
  public boolean isOutOfMemory() {
    return code == OUT_OF_MEMORY;
  }
}
