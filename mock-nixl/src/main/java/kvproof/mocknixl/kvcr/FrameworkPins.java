package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kvproof.mocknixl.kvcr.SourceBlocks.Pin;
import kvproof.mocknixl.kvcr.SourceBlocks.PinReply;
import kvproof.mocknixl.kvcr.message.BlockKey;

/**
 * What the framework was asked to pin. A pin that comes for nobody is given back at once; giving
 * back is tried again until it is accepted.
 */
final class FrameworkPins {
  private final SourceBlocks blocks;
  private final Set<Long> awaited = new HashSet<>();
  private final Map<Long, PinReply> replies = new HashMap<>();
  private final List<Long> unreleased = new ArrayList<>();

  FrameworkPins(SourceBlocks blocks) {
    this.blocks = blocks;
  }

  long request(List<BlockKey> keys) {
    long request = blocks.requestPins(keys);
    awaited.add(request);
    return request;
  }

  /** The answer to that request, once; from then on the pin is the caller's. */
  Optional<PinReply> take(long request) {
    return Optional.ofNullable(replies.remove(request));
  }

  /** Nobody waits for the answer to that request any more, whether it has come or not. */
  void cancel(long request) {
    if (awaited.remove(request)) {
      blocks.cancelPins(request);
    }
    take(request).flatMap(PinReply::pin).ifPresent(this::release);
  }

  void release(Pin pin) {
    if (!blocks.releasePin(pin.pin())) {
      unreleased.add(pin.pin());
    }
  }

  /** Takes what the framework has answered, and tries once more to give back what it refused. */
  void poll() {
    unreleased.removeIf(blocks::releasePin);
    for (PinReply reply : blocks.takePinReplies()) {
      if (awaited.remove(reply.request())) {
        replies.put(reply.request(), reply);
      } else {
        reply.pin().ifPresent(this::release);
      }
    }
  }

  /** Pins that the framework has not taken back yet. */
  int unreleased() {
    return unreleased.size();
  }
}
