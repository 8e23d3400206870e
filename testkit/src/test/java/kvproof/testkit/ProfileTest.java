package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileTest {

  @ParameterizedTest
  @EnumSource
  void wireNameReadsBack(Profile profile) {
    assertThat(Profile.ofWireName(profile.wireName())).isEqualTo(profile);
    assertThat(profile.wireName()).matches("[a-z]+");
  }

  @Test
  void unknownWireNameIsNamed() {
    assertThatThrownBy(() -> Profile.ofWireName("Engine"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Engine'");
  }

  @ParameterizedTest
  @EnumSource(names = {"ENGINE", "FETCH"})
  void engineHistoriesAllowNothingIrregular(Profile profile) {
    assertThat(Irregularity.values()).noneMatch(profile::allows);
    assertThat(profile.allowsAll(Set.of())).isTrue();
  }

  @Test
  void consistentHistoriesAllowWhatKeepsTheHashesConsistent() {
    assertThat(Irregularity.values())
        .filteredOn(Profile.CONSISTENT::allows)
        .containsExactly(Irregularity.UNKNOWN_PARENT, Irregularity.REMOVAL_WITH_SURVIVORS);
  }

  @Test
  void oneThingThatIsNotAllowedIsEnough() {
    Set<Irregularity> both = EnumSet.of(Irregularity.UNKNOWN_PARENT, Irregularity.VARIANT);

    assertThat(Profile.CONSISTENT.allowsAll(both)).isFalse();
    assertThat(Profile.IRREGULAR.allowsAll(both)).isTrue();
  }
}
