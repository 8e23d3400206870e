package kvproof.mocknixl.kvcr.message;

import java.util.List;
import java.util.Optional;

/**
 * What every frame says of who sent it and where to. A field is absent if it was missing, empty or
 * no string; an agent's name that was there and cannot be used is empty.
 *
 * @param agent wire name {@code target_agent}: the agent of the process that sends this frame,
 *     whichever side that is
 * @param incarnation {@code sender_incarnation}: that process's life
 * @param senderEndpoint {@code sender_control_endpoint}: the sender's own endpoint in a target's
 *     frames; in a source's answers the {@code sourceEndpoint} of the frame that is answered, byte
 *     for byte
 * @param sourceEndpoint {@code source_control_endpoint}: where the frame was sent to, as the sender
 *     spells it; absent in acknowledgements of metadata
 */
public record Envelope(
    Optional<String> agent,
    Optional<String> incarnation,
    Optional<String> senderEndpoint,
    Optional<String> sourceEndpoint) {
  public Envelope {
    for (Optional<String> field : List.of(incarnation, senderEndpoint, sourceEndpoint)) {
      if (field.filter(String::isEmpty).isPresent()) {
        throw new IllegalArgumentException(
            "an empty field of an envelope is an absent one: incarnation %s, sender at %s, sent to %s"
                .formatted(incarnation, senderEndpoint, sourceEndpoint));
      }
    }
  }

  /** All four; none but the agent may be empty. */
  public static Envelope of(
      String agent, String incarnation, String senderEndpoint, String sourceEndpoint) {
    return new Envelope(
        Optional.of(agent),
        Optional.of(incarnation),
        Optional.of(senderEndpoint),
        Optional.of(sourceEndpoint));
  }
}
