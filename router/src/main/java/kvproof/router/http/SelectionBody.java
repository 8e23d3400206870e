package kvproof.router.http;

import java.util.Optional;
import kvproof.model.RequestOverride;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Documents;
import kvproof.router.policy.SessionContext;

/**
 * What the body of a selection request says besides its prompt.
 *
 * @param session absent: the request belongs to none
 * @param override of settings, for this request
 */
public record SelectionBody(Optional<SessionContext> session, RequestOverride override) {
  private static final String OVERRIDE = "router_config_override";

  /**
   * Reads a JSON object, of which other keys are passed over.
   *
   * <p>Throws {@link DocumentException} naming key and value for whatever it reads and cannot use:
   * a bad request.
   */
  public static SelectionBody read(String json) {
    DocumentNode body = Documents.json(json);
    body.fields(); // an object
    return new SelectionBody(
        SessionContexts.read(body),
        body.find(OVERRIDE).map(RequestOverrides::read).orElse(RequestOverride.none()));
  }
}
