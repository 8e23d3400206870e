package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.model.transfer.Descriptor;

/**
 * Blocks by key, owned or the framework's, that counts what was claimed and pinned and is strict
 * about what is given back. The framework answers when {@link #answerPins} is called.
 */
final class FakeBlocks implements SourceBlocks {
  final Map<BlockKey, List<BlockPart>> owned = new LinkedHashMap<>();
  final Map<BlockKey, List<BlockPart>> framework = new LinkedHashMap<>();

  /** Claims that are out, by key: several of one block count. */
  final List<BlockKey> claimed = new ArrayList<>();

  final SortedSet<Long> pinned = new TreeSet<>();
  final Map<Long, List<BlockKey>> asked = new LinkedHashMap<>();
  final List<Long> cancelled = new ArrayList<>();

  /** As many releases of pins as are refused before one is accepted. */
  int refusals;

  int releasesTried;

  /** Where the bytes lie that are claimed or pinned now; several holds of one place count. */
  final List<Descriptor> heldPlaces = new ArrayList<>();

  private final Map<Long, List<Descriptor>> placesByPin = new LinkedHashMap<>();
  private final List<PinReply> replies = new ArrayList<>();
  private long lastRequest = 100;
  private long lastPin = 500;

  @Override
  public Optional<Claim> claim(BlockKey key) {
    return Optional.ofNullable(owned.get(key)).map(parts -> claim(key, parts));
  }

  private Claim claim(BlockKey key, List<BlockPart> parts) {
    claimed.add(key);
    heldPlaces.addAll(places(parts));
    return new Claim() {
      private boolean released;

      @Override
      public List<BlockPart> parts() {
        return parts;
      }

      @Override
      public void release() {
        if (released) {
          throw new AssertionError("claim of " + key + " released twice");
        }
        released = true;
        claimed.remove(key);
        places(parts).forEach(heldPlaces::remove);
      }
    };
  }

  private static List<Descriptor> places(List<BlockPart> parts) {
    return parts.stream().map(BlockPart::bytes).toList();
  }

  @Override
  public long requestPins(List<BlockKey> keys) {
    asked.put(++lastRequest, keys);
    return lastRequest;
  }

  /** Answers the oldest request that is not answered, if there is any. */
  void answerPins() {
    asked.keySet().stream().findFirst().ifPresent(this::answerPins);
  }

  void answerPins(long request) {
    Map<BlockKey, List<BlockPart>> held = new LinkedHashMap<>();
    for (BlockKey key : asked.remove(request)) {
      Optional.ofNullable(framework.get(key)).ifPresent(parts -> held.put(key, parts));
    }
    if (held.isEmpty()) {
      replies.add(new PinReply(request, Optional.empty()));
    } else {
      pinned.add(++lastPin);
      List<Descriptor> places =
          held.values().stream().flatMap(parts -> places(parts).stream()).toList();
      placesByPin.put(lastPin, places);
      heldPlaces.addAll(places);
      replies.add(new PinReply(request, Optional.of(new Pin(lastPin, held))));
    }
  }

  @Override
  public List<PinReply> takePinReplies() {
    List<PinReply> taken = List.copyOf(replies);
    replies.clear();
    return taken;
  }

  @Override
  public boolean releasePin(long pin) {
    if (!pinned.contains(pin)) {
      throw new AssertionError("pin " + pin + " is not out, only " + pinned);
    }
    releasesTried++;
    if (refusals > 0) {
      refusals--;
      return false;
    }
    placesByPin.remove(pin).forEach(heldPlaces::remove);
    return pinned.remove(pin);
  }

  @Override
  public void cancelPins(long request) {
    cancelled.add(request);
  }
}
