package kvproof.soak.sim;

import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.KvWorker;

/**
 * What one life of a node has left when nothing is under way: nothing, but what is accounted for.
 *
 * <p>Accounted for are the writes that are lost, and as a target the fetches that only somebody who
 * vouches can end, as long as that has not happened.
 */
final class LifeAtRest {
  private final SimProcess life;
  private final String name;
  private final List<String> left = new ArrayList<>();

  private LifeAtRest(SimProcess life, String name) {
    this.life = life;
    this.name = name;
  }

  /** What is left of a life that goes on and must have come to its end in everything. */
  static List<String> atTheEnd(SimProcess life, String name) {
    LifeAtRest rest = new LifeAtRest(life, name);
    rest.count(life.target().openOperations(), 0, "operations of the target not finished");
    rest.count(life.source().openOperations(), 0, "operations of the source not over");
    rest.count(life.target().hintsKept(), 0, "hints not discarded");
    life.worker().unrest().forEach(rest::add);
    rest.inspect();
    return rest.left;
  }

  /**
   * What is left of a life that is to end now, in between fetches: what it waits for in vain it may
   * take with it.
   */
  static List<String> asItEnds(SimProcess life, String name) {
    LifeAtRest rest = new LifeAtRest(life, name);
    rest.count(
        life.target().openOperations(),
        life.expectedUnsettled(),
        "operations of the target not finished");
    rest.count(
        life.source().openOperations(), life.lostWrites(), "operations of the source not over");
    rest.count(life.worker().agent().openRequests(), life.lostWrites(), "transfers not released");
    if (life.lostWrites() == 0 && life.expectedUnsettled() == 0) {
      life.worker().unrest().forEach(rest::add);
    }
    rest.inspect();
    return rest.left;
  }

  private void inspect() {
    count(life.source().unreleasedPins(), 0, "pins not taken back");
    count((int) life.unreadable(), 0, "messages that could not be read");
    KvWorker worker = life.worker();
    countSlots(worker.device());
    countSlots(worker.host());
    int withheld = worker.withheld();
    if (withheld != life.expectedWithheld()) {
      add(withheld + " slots withheld, wrong blocks came for " + life.expectedWithheld());
    }
    if (!life.isStill()) {
      add("messages are still on their way");
    }
  }

  /** Each slot is nobody's, of a block that is found or on its way, or withheld. */
  private void countSlots(BlockPool pool) {
    int accountedFor = pool.freeSlots() + pool.hashes().size() + pool.reserved() + pool.withheld();
    if (accountedFor != pool.slots() && life.lostWrites() == 0) {
      add(accountedFor + " of " + pool.slots() + " slots accounted for");
    }
  }

  private void count(int is, int must, String what) {
    if (is != must) {
      add(is + " " + what + (must > 0 ? ", not " + must : ""));
    }
  }

  private void add(String what) {
    left.add(name + ": " + what);
  }
}
