package kvproof.benchmarks.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which process runs when: every round each arm once, the first of the last round last. */
final class Schedule {
  private Schedule() {}

  /**
   * One process.
   *
   * @param round 0-based
   * @param firstInventory number of the inventory that it begins with
   */
  record Turn(int round, Arm arm, int firstInventory) {}

  /**
   * @param rounds processes of each arm
   * @param inventories numbers from 1 to this; the order rotates by a third of them each round
   */
  static List<Turn> of(List<Arm> arms, int rounds, int inventories) {
    List<Turn> turns = new ArrayList<>();
    int step = Math.max(1, inventories / 3) + 1;
    for (int round = 0; round < rounds; round++) {
      for (Arm arm : order(arms, round)) {
        turns.add(new Turn(round, arm, 1 + round * step % inventories));
      }
    }
    return turns;
  }

  /** The arms of a round from 0, each round another one first. */
  static List<Arm> order(List<Arm> arms, int round) {
    List<Arm> order = new ArrayList<>(arms);
    Collections.rotate(order, -round);
    return order;
  }
}
