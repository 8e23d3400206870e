package kvproof.model;

import java.util.Locale;

/**
 * What came of carrying out one hint, in blocks.
 *
 * @param asked hint blocks that the target did not hold and asked for
 * @param delivered of those, arrived with the right bytes
 * @param missing of those, the rest
 * @param credit leading hint blocks that the target holds now; nothing is assumed
 * @param creditAfterHoleComputed the same once the first hole behind {@code credit} is computed:
 *     blocks delivered behind it count from then on
 */
public record FetchOutcome(
    Status status, int asked, int delivered, int missing, int credit, int creditAfterHoleComputed) {

  /** How the fetch went. */
  public enum Status {
    /** Every block that was asked for arrived. */
    DELIVERED,
    /** Some blocks arrived, not all. */
    PARTIAL,
    /** The source has none of them, or is not the one that the hint names. Nothing was written. */
    REFUSED,
    /** The target holds the whole hint; nobody was asked. */
    NOTHING_NEEDED,
    /** The transfer broke or brought nothing usable; nothing of it counts. */
    FAILED
  }

  public FetchOutcome {
    boolean fits =
        switch (status) {
          case DELIVERED -> delivered > 0 && missing == 0;
          case PARTIAL -> delivered > 0 && missing > 0;
          case REFUSED, FAILED -> delivered == 0 && missing > 0;
          case NOTHING_NEEDED -> asked == 0 && delivered == 0 && missing == 0;
        };
    if (!fits || asked != delivered + missing || credit < 0 || creditAfterHoleComputed < credit) {
      throw new IllegalArgumentException(
          "not a fetch outcome: "
              + text(status, asked, delivered, missing, credit, creditAfterHoleComputed));
    }
  }

  /** Such as {@code partial: asked 6, delivered 3, missing 3, credit 0, then 6}. */
  @Override
  public String toString() {
    return text(status, asked, delivered, missing, credit, creditAfterHoleComputed);
  }

  private static String text(
      Status status, int asked, int delivered, int missing, int credit, int creditAfter) {
    return status.name().toLowerCase(Locale.ROOT)
        + (": asked " + asked + ", delivered " + delivered + ", missing " + missing)
        + (", credit " + credit + ", then " + creditAfter);
  }
}
