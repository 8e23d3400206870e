package kvproof.mocknixl.kvcr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.mocknixl.kvcr.SourceBlocks.Pin;
import kvproof.mocknixl.kvcr.SourceBlocks.PinReply;
import kvproof.mocknixl.kvcr.message.BlockKey;
import kvproof.mocknixl.kvcr.message.WriteOrder;
import kvproof.model.transfer.Descriptor;

/**
 * The blocks that a source has found for one order, and what keeps their bytes where they are:
 * claims on what the service owns, and one pin of what the framework has.
 *
 * <p>Owned copies come first, and the framework is asked once for all the rest. A block whose
 * layout does not fit counts as not held. For the source's thread.
 */
final class FoundBlocks {
  private final WriteOrder order;
  private final SourceBlocks blocks;
  private final FrameworkPins pins;

  /** Bytes of the blocks found so far, by index into the order's keys, as their parts are to go. */
  private final SortedMap<Integer, List<Descriptor>> found = new TreeMap<>();

  private final List<Claim> claims = new ArrayList<>();
  private OptionalLong pinRequest = OptionalLong.empty();
  private Optional<Pin> pin = Optional.empty();

  FoundBlocks(WriteOrder order, SourceBlocks blocks, FrameworkPins pins) {
    this.order = order;
    this.blocks = blocks;
    this.pins = pins;
  }

  /** Claims what the service owns; to be called once, and first. */
  void claimOwned() {
    for (int index = 0; index < order.keys().size(); index++) {
      claim(index);
    }
  }

  private void claim(int index) {
    Optional<Claim> claim = blocks.claim(order.keys().get(index));
    if (claim.isEmpty()) {
      return;
    }
    if (find(index, claim.get().parts())) {
      claims.add(claim.get());
    } else {
      claim.get().release();
    }
  }

  private boolean find(int index, List<BlockPart> stored) {
    Optional<List<Descriptor>> parts =
        LayoutMatch.of(stored, order.destinations().get(index), order.allowLayoutSubset());
    parts.ifPresent(bytes -> found.put(index, bytes));
    return parts.isPresent();
  }

  /** Asks the framework for the rest; at later calls, whether that has been answered and taken. */
  boolean pinRest() {
    if (pinRequest.isEmpty()) {
      pinRequest = OptionalLong.of(pins.request(missing()));
      return false;
    }
    Optional<PinReply> reply = pins.take(pinRequest.getAsLong());
    reply.ifPresent(this::takePinned);
    return reply.isPresent();
  }

  private List<BlockKey> missing() {
    return IntStream.range(0, order.keys().size())
        .filter(index -> !found.containsKey(index))
        .mapToObj(order.keys()::get)
        .toList();
  }

  private void takePinned(PinReply reply) {
    pin = reply.pin();
    for (int index = 0; index < order.keys().size(); index++) {
      BlockKey wanted = order.keys().get(index);
      if (!found.containsKey(index) && pin.isPresent() && pin.get().parts().containsKey(wanted)) {
        find(index, pin.get().parts().get(wanted));
      }
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** Whether that is all that the order asks for. */
  boolean isComplete() {
    return found.size() == order.keys().size();
  }

  int size() {
    return found.size();
  }

  /** Where the bytes lie, in the order of the keys and then of the parts. */
  List<Descriptor> bytes() {
    return found.values().stream().flatMap(List::stream).toList();
  }

  /** Where they are to go, one by one as {@link #bytes}. */
  List<Descriptor> destinations(Route route) {
    return found.keySet().stream()
        .flatMap(index -> route.elements(order.destinations().get(index)).stream())
        .toList();
  }

  /** Which of the order's keys were found, ascending. */
  List<Long> indices() {
    return found.keySet().stream().map(Integer::longValue).toList();
  }

  /** Lets everything go; harmless if it was. */
  void release() {
    pinRequest.ifPresent(pins::cancel);
    releasePin();
    releaseClaims();
  }

  /** The framework answers for its memory from here on. */
  void releasePin() {
    pin.ifPresent(pins::release);
    pin = Optional.empty();
  }

  /** What the service owns may go. */
  void releaseClaims() {
    claims.forEach(Claim::release);
    claims.clear();
  }
}
