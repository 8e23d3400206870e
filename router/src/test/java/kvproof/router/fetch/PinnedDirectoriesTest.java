package kvproof.router.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.router.index.OwnerTable;
import org.junit.jupiter.api.Test;

class PinnedDirectoriesTest {
  private final PinnedDirectories directories =
      new PinnedDirectories(new OwnerTable(), word -> 0, WorkerSnapshot.unlisted());

  private static ResidencySnapshot snapshot() {
    return new ResidencySnapshot(new TreeMap<>(), new TreeMap<>());
  }

  @Test
  void theOneThatWasUsedLongestAgoGoesFirst() {
    List<ResidencySnapshot> snapshots = new ArrayList<>();
    List<SourceDirectory> made = new ArrayList<>();
    for (int i = 0; i < PinnedDirectories.MOST_KEPT; i++) {
      snapshots.add(snapshot());
      made.add(directories.of(snapshots.getLast()));
    }
    assertThat(directories.of(snapshots.getFirst())).isSameAs(made.getFirst());

    directories.of(snapshot());

    assertThat(directories.of(snapshots.getFirst())).isSameAs(made.getFirst());
    assertThat(directories.of(snapshots.get(2))).isSameAs(made.get(2));
    assertThat(directories.of(snapshots.get(1))).isNotSameAs(made.get(1));
  }

  @Test
  void newWorkersMakeNewDirectories() {
    ResidencySnapshot residency = snapshot();
    SourceDirectory made = directories.of(residency);

    directories.replace(WorkerSnapshot.of(List.of()));

    assertThat(directories.of(residency)).isNotSameAs(made);
  }
}
