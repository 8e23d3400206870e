package kvproof.events.wire;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.model.identity.MmObject;

/**
 * How the multimodal objects of a block meet its placeholder tokens.
 *
 * @param imageTokenId token that stands for a piece of an image; absent: not known
 * @param videoTokenId the same for videos; if known, objects are mapped exactly or not at all
 */
record MmMapping(OptionalInt imageTokenId, OptionalInt videoTokenId) {

  /**
   * The tokens with each run of placeholders replaced by the pad value of its object.
   *
   * <p>Empty if they do not belong together: the objects then enter the hash beside the raw tokens.
   */
  Optional<int[]> padded(int[] tokens, List<MmObjectInfo> objects) {
    if (objects.isEmpty()) {
      return Optional.empty();
    }
    if (videoTokenId.isPresent()) {
      return imageTokenId.equals(videoTokenId) ? Optional.empty() : exact(tokens, objects);
    }
    return imageTokenId.isPresent()
        ? images(tokens, imageTokenId.getAsInt(), objects)
        : Optional.empty();
  }

  /** Runs of images beyond the last object belong to that one; objects may be left over. */
  private static Optional<int[]> images(int[] tokens, int imageToken, List<MmObjectInfo> objects) {
    int[] padded = tokens.clone();
    int runs = 0;
    for (int start = 0; start < tokens.length; start++) {
      if (tokens[start] == imageToken) {
        int end = endOfRun(tokens, start);
        fill(padded, start, end, objects.get(Math.min(runs, objects.size() - 1)));
        runs++;
        start = end - 1;
      }
    }
    return runs == 0 ? Optional.empty() : Optional.of(padded);
  }

  /** Each run of images is an object; runs of videos are one until an image comes between. */
  private Optional<int[]> exact(int[] tokens, List<MmObjectInfo> objects) {
    int[] padded = tokens.clone();
    int met = 0;
    boolean isInVideo = false;
    for (int start = 0; start < tokens.length; start++) {
      boolean isImage = is(imageTokenId, tokens[start]);
      boolean isVideo = is(videoTokenId, tokens[start]);
      if (isImage || isVideo) {
        if (!(isVideo && isInVideo)) {
          met++;
        }
        if (met > objects.size()) {
          return Optional.empty();
        }
        int end = endOfRun(tokens, start);
        fill(padded, start, end, objects.get(met - 1));
        isInVideo = isVideo;
        start = end - 1;
      }
    }
    return met == objects.size() ? Optional.of(padded) : Optional.empty();
  }

  private static boolean is(OptionalInt tokenId, int token) {
    return tokenId.isPresent() && tokenId.getAsInt() == token;
  }

  private static int endOfRun(int[] tokens, int start) {
    int end = start + 1;
    while (end < tokens.length && tokens[end] == tokens[start]) {
      end++;
    }
    return end;
  }

  private static void fill(int[] padded, int start, int end, MmObjectInfo object) {
    Arrays.fill(padded, start, end, new MmObject(object.mmHash(), List.of()).padValue());
  }
}
