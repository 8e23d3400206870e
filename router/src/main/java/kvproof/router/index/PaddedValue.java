package kvproof.router.index;

/** The value of a {@link PaddedLong}, between its paddings. */
abstract class PaddedValue extends PaddingBefore {
  long value;
}
