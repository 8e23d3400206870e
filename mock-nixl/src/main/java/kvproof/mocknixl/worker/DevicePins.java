package kvproof.mocknixl.worker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.mocknixl.kvcr.SourceBlocks.Pin;
import kvproof.mocknixl.kvcr.SourceBlocks.PinReply;
import kvproof.mocknixl.kvcr.message.BlockKey;

/**
 * The framework's side of pins: blocks of its memory, pinned at request.
 *
 * <p>A request is answered by the second look for replies after it, so that a poll lies between;
 * what is held then is pinned, not what was held when it was asked for. For one thread.
 */
final class DevicePins {
  private final BlockPool pool;
  private final Map<Long, List<Claim>> claimsByPin = new LinkedHashMap<>();
  private Map<Long, List<BlockKey>> fresh = new LinkedHashMap<>();
  private Map<Long, List<BlockKey>> due = new LinkedHashMap<>();
  private long requests;
  private long pins;

  DevicePins(BlockPool pool) {
    this.pool = pool;
  }

  long request(List<BlockKey> keys) {
    fresh.put(++requests, List.copyOf(keys));
    return requests;
  }

  void cancel(long request) {
    fresh.remove(request);
    due.remove(request);
  }

  List<PinReply> takeReplies() {
    List<PinReply> replies = new ArrayList<>();
    due.forEach((request, keys) -> replies.add(new PinReply(request, pin(keys))));
    due = fresh;
    fresh = new LinkedHashMap<>();
    return replies;
  }

  private Optional<Pin> pin(List<BlockKey> keys) {
    Map<BlockKey, List<BlockPart>> parts = new LinkedHashMap<>();
    List<Claim> claims = new ArrayList<>();
    for (BlockKey key : keys) {
      KvWorker.claim(pool, key)
          .ifPresent(
              claim -> {
                claims.add(claim);
                parts.put(key, claim.parts());
              });
    }
    if (claims.isEmpty()) {
      return Optional.empty();
    }
    claimsByPin.put(++pins, claims);
    return Optional.of(new Pin(pins, parts));
  }

  void release(long pin) {
    List<Claim> claims = claimsByPin.remove(pin);
    if (claims == null) {
      throw new IllegalArgumentException("no pin " + pin + " among " + claimsByPin.keySet());
    }
    claims.forEach(Claim::release);
  }

  /** Pins and requests that are open, in words. */
  List<String> unrest() {
    List<String> unrest = new ArrayList<>();
    if (!claimsByPin.isEmpty()) {
      unrest.add(claimsByPin.size() + " pins not released");
    }
    if (fresh.size() + due.size() > 0) {
      unrest.add((fresh.size() + due.size()) + " pin requests not answered");
    }
    return unrest;
  }
}
