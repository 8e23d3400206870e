package kvproof.mocknixl.kvcr.message;

/**
 * One element of a target's memory, where one part of a block goes.
 *
 * @param endPoint the target's agent; never empty
 * @param elementIndex at least 0
 * @param label of the part: {@code pool} or {@code pool:part}
 * @param framework in the framework's memory, else in memory that the service owns
 */
public record Reference(String endPoint, long elementIndex, String label, boolean framework) {
  public Reference {
    if (endPoint.isEmpty() || elementIndex < 0) {
      throw new IllegalArgumentException(
          "not a reference: element " + elementIndex + " of '" + label + "' at '" + endPoint + "'");
    }
  }
}
