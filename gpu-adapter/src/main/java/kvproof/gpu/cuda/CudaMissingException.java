package kvproof.gpu.cuda;

/** There is no CUDA driver library, or not one that can be used; the message says what to do. */
public final class CudaMissingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CudaMissingException(String message) {
    super(message);
  }
}
