package kvproof.soak.spec;

/**
 * How the small hashes of the rows are spelled for an implementation.
 *
 * <p>A hash is opaque: any one-to-one spelling must give the same answers. The two that are not
 * plain turn the first block of every chain into 0 and into all ones, the values that are taken for
 * "none" by mistake, and scatter the others over the whole unsigned range.
 */
enum HashSpelling {
  PLAIN {
    @Override
    long local(long number) {
      return number;
    }

    @Override
    long external(long number) {
      return number;
    }
  },
  EXTERNAL_FROM_ZERO {
    @Override
    long local(long number) {
      return ~scattered(number - FIRST_LOCAL);
    }

    @Override
    long external(long number) {
      return scattered(number - FIRST_EXTERNAL);
    }
  },
  EXTERNAL_FROM_ALL_ONES {
    @Override
    long local(long number) {
      return scattered(number - FIRST_LOCAL);
    }

    @Override
    long external(long number) {
      return ~scattered(number - FIRST_EXTERNAL);
    }
  };

  private static final long FIRST_LOCAL = 1;
  private static final long FIRST_EXTERNAL = 101;

  /** Any odd factor is one-to-one modulo 2^64; this one sets the top bit of about every second. */
  private static final long ODD_FACTOR = 0x9e3779b97f4a7c15L;

  abstract long local(long number);

  abstract long external(long number);

  private static long scattered(long number) {
    return number * ODD_FACTOR;
  }
}
