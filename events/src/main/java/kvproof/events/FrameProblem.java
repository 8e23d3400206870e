package kvproof.events;

/** Why a message is no batch: what is wrong with its frames. The payload has not been looked at. */
public sealed interface FrameProblem {
  /** Another number of frames than the layout has. */
  record FrameCount(int frames) implements FrameProblem {
    @Override
    public String toString() {
      return frames == 1 ? "1 frame" : frames + " frames";
    }
  }

  /** A sequence frame that is not 8 bytes long. */
  record SequenceLength(int sizeBytes) implements FrameProblem {
    @Override
    public String toString() {
      return "a sequence of " + sizeBytes + " bytes";
    }
  }
}
