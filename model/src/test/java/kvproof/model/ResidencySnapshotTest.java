package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.ResidencySnapshot.HintSource;
import org.junit.jupiter.api.Test;

class ResidencySnapshotTest {
  private static final CacheOwner OWNER = new CacheOwner("o");
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(7, 0);
  private static final WorkerWithDpRank OTHER_RANK = new WorkerWithDpRank(7, 1);
  private static final HintSource SOURCE =
      new HintSource("tcp://o:9000", "decode", Optional.of(RANK));

  @Test
  void ownerIsProjectedToOneRank() {
    var builder = ResidencySnapshot.builder().project(OWNER, RANK);

    assertThatThrownBy(() -> builder.project(OWNER, OTHER_RANK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cache owner o is projected to 7/0 and 7/1");
    assertThat(builder.build().projections()).hasSize(1).containsEntry(OWNER, RANK);
  }

  @Test
  void sameProjectionTwiceIsFine() {
    var once = ResidencySnapshot.builder().project(OWNER, RANK);
    var twice = ResidencySnapshot.builder().project(OWNER, RANK).project(OWNER, RANK);

    assertThat(twice.build()).isEqualTo(once.build());
  }

  @Test
  void ownersMayShareARank() {
    var other = new CacheOwner("p");

    var snapshot = ResidencySnapshot.builder().project(OWNER, RANK).project(other, RANK).build();

    assertThat(snapshot.projections()).containsEntry(OWNER, RANK).containsEntry(other, RANK);
  }

  @Test
  void ownerIsAdvertisedInOneWay() {
    var builder = ResidencySnapshot.builder().advertise(OWNER, SOURCE).advertise(OWNER, SOURCE);
    var other = new HintSource("tcp://elsewhere:9000", "decode", Optional.of(RANK));

    assertThatThrownBy(() -> builder.advertise(OWNER, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cache owner o is advertised as HintSource[");
    assertThat(builder.build().hintSources()).hasSize(1).containsEntry(OWNER, SOURCE);
  }

  /** Attached to one rank, projected to another: two mappings, neither follows from the other. */
  @Test
  void projectionAndAttachmentAreIndependent() {
    var snapshot =
        ResidencySnapshot.builder().project(OWNER, OTHER_RANK).advertise(OWNER, SOURCE).build();

    assertThat(snapshot.projections()).containsEntry(OWNER, OTHER_RANK);
    assertThat(snapshot.hintSources()).containsEntry(OWNER, SOURCE);
    assertThat(ResidencySnapshot.builder().project(OWNER, RANK).build().hintSources()).isEmpty();
    assertThat(ResidencySnapshot.builder().advertise(OWNER, SOURCE).build().projections())
        .isEmpty();
  }

  @Test
  void builtSnapshotStaysAsItIs() {
    var builder = ResidencySnapshot.builder().project(OWNER, RANK);
    var snapshot = builder.build();

    builder.project(new CacheOwner("p"), RANK);

    assertThat(snapshot.projections()).hasSize(1);
    assertThat(ResidencySnapshot.builder().build()).isEqualTo(ResidencySnapshot.empty());
    assertThat(new ResidencySnapshot(new TreeMap<>(), new TreeMap<>()))
        .isEqualTo(ResidencySnapshot.empty());
  }
}
