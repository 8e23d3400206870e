package kvproof.router.load;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a booking may last, as it is set from outside: whole seconds in a text. */
public final class ExpirySetting {
  /** 300 s. */
  public static final long DEFAULT_NANOS = 300_000_000_000L;

  private static final Pattern WHOLE_NUMBER = Pattern.compile("\\+?[0-9]+");
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private ExpirySetting() {}

  /**
   * Nanoseconds of a positive whole number of seconds that fits 64 bits, unsigned; {@link
   * #DEFAULT_NANOS} for anything else: absent (null), 0, no number.
   */
  public static long nanos(@Nullable String seconds) {
    if (seconds == null || !WHOLE_NUMBER.matcher(seconds).matches()) {
      return DEFAULT_NANOS;
    }
    BigInteger value = new BigInteger(seconds);
    if (value.signum() == 0 || value.bitLength() > Long.SIZE) {
      return DEFAULT_NANOS;
    }
    return value.multiply(NANOS_PER_SECOND).min(MOST).longValueExact();
  }
}
