package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerSetsTest {
  private final OwnerSets sets = new OwnerSets();

  private OwnerSet of(int... owners) {
    OwnerSet set = sets.empty();
    for (int owner : owners) {
      set = sets.with(set, owner);
    }
    return set;
  }

  @Test
  void equalSetsAreOneObjectWhateverTheOrder() {
    assertThat(of(3, 70, 5)).isSameAs(of(5, 3, 70));
    assertThat(sets.without(of(3, 70), 70)).isSameAs(of(3));
    assertThat(sets.without(of(3), 3)).isSameAs(sets.empty());
  }

  @Test
  void twoTablesShareNothing() {
    OwnerSets others = new OwnerSets();

    assertThat(others.with(others.empty(), 1)).isNotSameAs(of(1));
  }

  @Test
  void aSweepForgetsWhatIsNotMarked() {
    OwnerSet kept = of(1, 2);
    kept.marked = true;
    OwnerSet dropped = of(7);

    sets.sweep();

    assertThat(of(1, 2)).isSameAs(kept);
    assertThat(of(7)).isNotSameAs(dropped);
  }

  @Test
  void theSweepIsWantedOnceManySetsPiledUp() {
    for (int owner = 0; owner < 1024; owner++) {
      assertThat(sets.wantsSweep()).isFalse();
      of(owner);
    }

    assertThat(sets.wantsSweep()).isTrue();
  }

  @Test
  void bitsAreFoundAcrossWords() {
    long[] words = of(0, 63, 64, 200).words;

    assertThat(OwnerBits.next(words, 0)).isZero();
    assertThat(OwnerBits.next(words, 1)).isEqualTo(63);
    assertThat(OwnerBits.next(words, 64)).isEqualTo(64);
    assertThat(OwnerBits.next(words, 65)).isEqualTo(200);
    assertThat(OwnerBits.next(words, 201)).isEqualTo(-1);
    assertThat(OwnerBits.next(words, 1000)).isEqualTo(-1);
  }
}
