package kvproof.router.policy;

import java.util.StringJoiner;
import kvproof.router.policy.resident.ResidentInput;

/**
 * A set of inputs that a component of a policy reads: what it does not declare, it does not see.
 *
 * <p>There is no set of all inputs: one that is added later must not reach who never asked for it.
 */
public final class InputSet {
  private static final int RESIDENT_BIT = 1 << 30;

  /** Who the workers are, which every component sees. */
  public static final InputSet NONE = new InputSet(0);

  /** Overlap of each tier, what it is taken to save, shared-cache hits, fetchable blocks. */
  public static final InputSet CACHE = new InputSet(1);

  /** Active prefill tokens, decode blocks and active requests. */
  public static final InputSet LOAD = new InputSet(1 << 1);

  /** The multiplier that the request's preferred taints give a rank. */
  public static final InputSet PREFERRED_TAINT = new InputSet(1 << 2);

  /* Bits 3 and 4 are reserved. */

  /** Active requests that the host counted itself; only {@link HostedInputs} has them. */
  public static final InputSet OCCUPANCY = new InputSet(1 << 5);

  /** See {@code kvproof.router.policy.experimental}. */
  static final InputSet RESIDENT_BLOCKS = new InputSet(RESIDENT_BIT);

  private final int bits;

  private InputSet(int bits) {
    this.bits = bits;
  }

  /**
   * For {@code kvproof.router.policy.experimental}: nobody else has an argument to call it with.
   */
  @SuppressWarnings("exports")
  public static InputSet of(ResidentInput input) {
    return switch (input) {
      case RESIDENT_BLOCKS -> RESIDENT_BLOCKS;
    };
  }

  /** The inputs of both. */
  public InputSet plus(InputSet other) {
    return new InputSet(bits | other.bits);
  }

  /** Whether every input of {@code other} is in this set; true for {@link #NONE}. */
  public boolean contains(InputSet other) {
    return (bits & other.bits) == other.bits;
  }

  /** One bit for each input: 1, 2, 4 and 32 in the order above. */
  public int bits() {
    return bits;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InputSet set && set.bits == bits;
  }

  @Override
  public int hashCode() {
    return bits;
  }

  @Override
  public String toString() {
    if (bits == 0) {
      return "NONE";
    }
    StringJoiner names = new StringJoiner("|");
    addName(names, CACHE, "CACHE");
    addName(names, LOAD, "LOAD");
    addName(names, PREFERRED_TAINT, "PREFERRED_TAINT");
    addName(names, OCCUPANCY, "OCCUPANCY");
    addName(names, RESIDENT_BLOCKS, "RESIDENT_BLOCKS");
    return names.toString();
  }

  private void addName(StringJoiner names, InputSet input, String name) {
    if (contains(input)) {
      names.add(name);
    }
  }
}
