package kvproof.model.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import kvproof.model.CacheOwner;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CacheOwnerIdTest {
  private static final String TEXT =
      "01".repeat(16) + ":" + "02".repeat(16) + "/0000000000000003/" + "04".repeat(16);
  private static final CacheOwnerId OWNER =
      new CacheOwnerId(
          IdentityDigest.explicit(sixteen("01")),
          IdentityDigest.explicit(sixteen("02")),
          3,
          IdentityDigest.explicit(sixteen("04")));

  private static Digest128 sixteen(String hexByte) {
    return Digest128.of(HexFormat.of().parseHex(hexByte.repeat(16)));
  }

  private static IdentityDigest defaultDerived(IdentityDigest part) {
    return IdentityDigest.defaultDerived(part.digest());
  }

  @Nested
  class Text {
    @Test
    void partsStandInTheirOrder() {
      assertThat(OWNER).hasToString(TEXT);
    }

    @Test
    void readTextPrintsAsItCame() {
      assertThat(CacheOwnerId.parse(TEXT)).isEqualTo(OWNER).hasToString(TEXT);
    }

    @Test
    void highBitsSurvive() {
      String text =
          "ff".repeat(16) + ":" + "80".repeat(16) + "/ffffffffffffffff/" + "fe".repeat(16);

      assertThat(CacheOwnerId.parse(text)).hasToString(text);
      assertThat(CacheOwnerId.parse(text).dataCentre()).isEqualTo(-1);
    }

    @Test
    void textForgetsTheSourceFlags() {
      CacheOwnerId derived =
          new CacheOwnerId(
              defaultDerived(OWNER.cacheSemantics()),
              defaultDerived(OWNER.routingScope()),
              3,
              OWNER.stableDpSlot());

      assertThat(derived).isNotEqualTo(OWNER).hasToString(TEXT);
      assertThat(CacheOwnerId.parse(derived.toString())).isEqualTo(OWNER);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void otherTextIsRefused(String text) {
      assertThatThrownBy(() -> CacheOwnerId.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + text + "'");
    }

    static Stream<String> malformed() {
      String digest = "0a".repeat(16);
      String centre = "000000000000000a";
      String wellFormed = digest + ":" + digest + "/" + centre + "/" + digest;
      assertThat(CacheOwnerId.parse(wellFormed)).hasToString(wellFormed);
      return Stream.of(
          "",
          wellFormed.toUpperCase(Locale.ROOT),
          "0A" + wellFormed.substring(2),
          wellFormed.substring(1), // a digest of 31 digits
          "0" + wellFormed, // of 33
          digest + ":" + digest + "/" + centre.substring(1) + "/" + digest,
          digest + ":" + digest + "/0" + centre + "/" + digest,
          digest + ":" + digest + "/a/" + digest,
          wellFormed.substring(0, wellFormed.length() - 1),
          wellFormed + "0",
          digest + "/" + centre + "/" + digest, // a part missing
          digest + ":" + digest + "/" + centre,
          digest + ":" + digest + "/" + centre + "/",
          digest + ":" + digest + "//" + digest,
          digest + "/" + digest + "/" + centre + "/" + digest, // another separator
          digest + ":" + digest + ":" + centre + "/" + digest,
          wellFormed + "/",
          wellFormed + "/" + digest,
          ":" + wellFormed,
          " " + wellFormed,
          wellFormed + "\n",
          wellFormed.replace('a', 'g'),
          wellFormed.replaceFirst("0a", "+a"));
    }
  }

  @Nested
  class Key {
    @Test
    void rankHasThePublishedKey() {
      assertThat(OwnerKey.of(new WorkerWithDpRank(7, 0)))
          .hasToString("257cacd37480ed74132acbe46382abb4");
    }

    @Test
    void cacheOwnerHasThePublishedKey() {
      assertThat(OwnerKey.of(OWNER)).hasToString("94b32739a8859bab011e1efea911c9f9");
    }

    @Test
    void defaultDerivedSemanticsHaveThePublishedKey() {
      CacheOwnerId derived =
          new CacheOwnerId(
              defaultDerived(OWNER.cacheSemantics()),
              OWNER.routingScope(),
              3,
              OWNER.stableDpSlot());

      assertThat(OwnerKey.of(derived)).hasToString("3af5b080e8f6595e0ddaf3b5cf27a63e");
    }

    @Test
    void everyPartAndEveryFlagCounts() {
      IdentityDigest semantics = OWNER.cacheSemantics();
      IdentityDigest scope = OWNER.routingScope();
      IdentityDigest slot = OWNER.stableDpSlot();
      IdentityDigest other = IdentityDigest.explicit(sixteen("05"));

      List<Digest128> keys =
          Stream.of(
                  OWNER,
                  new CacheOwnerId(defaultDerived(semantics), scope, 3, slot),
                  new CacheOwnerId(semantics, defaultDerived(scope), 3, slot),
                  new CacheOwnerId(semantics, scope, 3, defaultDerived(slot)),
                  new CacheOwnerId(other, scope, 3, slot),
                  new CacheOwnerId(semantics, other, 3, slot),
                  new CacheOwnerId(semantics, scope, 4, slot),
                  new CacheOwnerId(semantics, scope, 3, other))
              .map(OwnerKey::of)
              .toList();

      assertThat(keys).doesNotHaveDuplicates();
    }

    @Test
    void workerAndDpRankCount() {
      assertThat(
              Stream.of("7/0", "7/1", "8/0", "0/7", "18446744073709551615/4294967295")
                  .map(WorkerWithDpRank::parse)
                  .map(OwnerKey::of)
                  .toList())
          .doesNotHaveDuplicates();
    }

    @Test
    void cacheOwnerIsNamedByItsKey() {
      assertThat(OWNER.toOwner()).isEqualTo(new CacheOwner("94b32739a8859bab011e1efea911c9f9"));
    }

    @Test
    void otherThanSixteenBytesIsNoDigest() {
      assertThatThrownBy(() -> Digest128.of(new byte[15]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("not 16 bytes: 0000");
    }
  }
}
