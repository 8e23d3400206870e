package kvproof.soak.field;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import kvproof.soak.run.Side;
import kvproof.testkit.Profile;

/**
 * Whom the scenarios are put to: a side, and which parts of its answers are meant.
 *
 * <p>A router that is {@link AutoCloseable} is closed after each case.
 *
 * @param promised histories for which it promises exact answers
 * @param asked how many questions were put to it so far; empty: it is kvproof's own, so that parts
 *     of kvproof that answer without it speak for it too
 */
public record FieldSubject(
    Side side, Set<Part> can, Profile promised, Optional<LongSupplier> asked) {
  public FieldSubject {
    can = Set.copyOf(can);
  }

  /** One that promises exact answers for every history. */
  public FieldSubject(Side side, Set<Part> can) {
    this(side, can, Profile.IRREGULAR);
  }

  public FieldSubject(Side side, Set<Part> can, Profile promised) {
    this(side, can, promised, Optional.empty());
  }

  /** The reference router answers for all of it. */
  public static FieldSubject reference() {
    return new FieldSubject(Side.referenceRouter(), EnumSet.allOf(Part.class));
  }

  /** The oracles; one of them counts no stores, which a check then leaves out. */
  public static List<FieldSubject> oracles() {
    return Side.oracles().stream()
        .map(side -> new FieldSubject(side, EnumSet.allOf(Part.class)))
        .toList();
  }

  public String name() {
    return side.name();
  }
}
