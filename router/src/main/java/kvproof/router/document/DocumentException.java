package kvproof.router.document;

import java.io.Serial;

/** A document, a variable or a setting that cannot be used; names it, the value and what to do. */
public final class DocumentException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1;

  public DocumentException(String message) {
    super(message);
  }

  public DocumentException(String message, Throwable cause) {
    super(message, cause);
  }
}
