package kvproof.model.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CacheOwnerIdPropertyTest {
  @Property
  void textOfAnExplicitOwnerReadsBack(@ForAll("owners") CacheOwnerId owner) {
    assertThat(CacheOwnerId.parse(owner.toString())).isEqualTo(owner);
    assertThat(owner.toString()).hasSize(32 + 1 + 32 + 1 + 16 + 1 + 32);
  }

  @Property
  void bytesOfADigestReadBack(@ForAll("digests") Digest128 digest) {
    assertThat(Digest128.of(digest.bytes())).isEqualTo(digest);
  }

  /** Cache owners are ordered as sources by their key bytes, and named by the hex digits. */
  @Property(edgeCases = EdgeCasesMode.NONE) // the key is a hash: no input of it is special
  void namesAreOrderedAsKeyBytes(
      @ForAll("owners") CacheOwnerId one, @ForAll("owners") CacheOwnerId other) {
    int byBytes = Arrays.compareUnsigned(OwnerKey.of(one).bytes(), OwnerKey.of(other).bytes());

    assertThat(Integer.signum(one.toOwner().compareTo(other.toOwner())))
        .isEqualTo(Integer.signum(byBytes));
  }

  @Provide
  Arbitrary<CacheOwnerId> owners() {
    Arbitrary<IdentityDigest> parts = digests().map(IdentityDigest::explicit);
    return Combinators.combine(parts, parts, Arbitraries.longs(), parts).as(CacheOwnerId::new);
  }

  @Provide
  Arbitrary<Digest128> digests() {
    return Arbitraries.bytes()
        .array(byte[].class)
        .ofSize(Digest128.SIZE_BYTES)
        .map(Digest128::of)
        .edgeCases(edges -> edges.includeOnly(new Digest128(0, 0), new Digest128(-1, -1)));
  }
}
