package kvproof.soak.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class DigestTest {

  /** Digests are compared between machines and versions: these must never change. */
  @Test
  void digestsAreTheSameEverywhere() {
    assertThat(new Digest().value()).isZero();
    assertThat(new Digest().add(0).value()).isEqualTo(0x454c8dd554d2adc8L);
    assertThat(new Digest().add(1).add(-1).value()).isEqualTo(0x568f3d458e9bf952L);
    assertThat(new Digest().add("kv.fetch").value()).isEqualTo(0xe9305e6358a4b657L);
  }

  @Test
  void whatLooksAlikeButDiffersIsToldApart() {
    List<Digest> digests =
        List.of(
            new Digest(),
            new Digest().add(0).add(0),
            new Digest().add(1).add(2),
            new Digest().add(2).add(1),
            new Digest().add("ab").add("c"),
            new Digest().add("a").add("bc"),
            new Digest().add(OptionalLong.of(0)),
            new Digest().add(OptionalLong.empty()),
            new Digest().add(BlockHashes.of(1, 2)).add(BlockHashes.of(3)),
            new Digest().add(BlockHashes.of(1)).add(BlockHashes.of(2, 3)),
            new Digest().add(new WorkerWithDpRank(1, 2)),
            new Digest().add(new CacheOwner("12")));

    assertThat(digests).extracting(Digest::value).doesNotHaveDuplicates();
  }
}
