package kvproof.events.zmq.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes of a message's frames that make it malformed. */
public final class Reframing {
  private Reframing() {}

  /** Frames are cut off at the end, or repeated from the last one. */
  public static UnaryOperator<List<byte[]>> toFrames(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a message has a frame at least, not " + count);
    }
    return frames -> {
      List<byte[]> changed = new ArrayList<>(frames.subList(0, Math.min(count, frames.size())));
      while (changed.size() < count) {
        changed.add(frames.getLast());
      }
      return List.copyOf(changed);
    };
  }

  /** The sequence, which stands in front of the payload, is cut off or padded with zeros. */
  public static UnaryOperator<List<byte[]>> toSequenceBytes(int sizeBytes) {
    return frames -> {
      List<byte[]> changed = new ArrayList<>(frames);
      int position = frames.size() - 2;
      changed.set(position, Arrays.copyOf(frames.get(position), sizeBytes));
      return List.copyOf(changed);
    };
  }
}
