package kvproof.soak.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbeAck;
import kvproof.mocknixl.worker.BlockPool;

/**
 * The end of a world: what cannot end by itself is ended, and then nothing may be left.
 *
 * <p>A source that has lost a write is restarted, and somebody who knows vouches for every life
 * that is dead. Slots of wrong blocks stay withheld, exactly those.
 */
public final class WorldAtRest {
  private static final String GUARD = "sim://guard";
  private static final int MOST_STEPS = 100;

  private final SimWorld world;
  private final List<String> left = new ArrayList<>();

  private WorldAtRest(SimWorld world) {
    this.world = world;
  }

  /** Every held block of everybody whose bytes are not right, in words. */
  public static List<String> wrongBlocks(SimWorld world) {
    List<String> wrong = new ArrayList<>();
    for (SimNode node : world.nodes()) {
      node.worker().wrongBlocks().forEach(block -> wrong.add(node.owner() + ": " + block));
    }
    return wrong;
  }

  /**
   * Closes everything and says what fetches have left behind. If anything was, nothing is closed,
   * for then it cannot be closed safely.
   */
  public static List<String> close(SimWorld world) {
    return new WorldAtRest(world).close();
  }

  private List<String> close() {
    restartLostSources();
    vouchForTheDead();
    settle();
    world.nodes().forEach(this::inspect);
    if (left.isEmpty()) {
      world.nodes().forEach(this::closeServices);
    }
    if (left.isEmpty()) {
      world.nodes().forEach(WorldAtRest::closeWorker);
      world.nodes().forEach(node -> node.dead().forEach(dead -> dead.writes().freeAll()));
      left.addAll(world.fabric().leftovers());
    }
    return List.copyOf(left);
  }

  private void restartLostSources() {
    for (SimNode node : world.nodes()) {
      if (node.process().lostWrites() > 0) {
        List<String> endpoints = world.network().endpointsOf(node.process().wire());
        node.crash();
        world.restart(node, endpoints);
      }
    }
    settle();
  }

  private void vouchForTheDead() {
    ControlChannel guard = world.network().open(GUARD);
    for (SimNode node : world.nodes()) {
      for (SimProcess.Followed open : node.process().open()) {
        world.nodes().stream()
            .flatMap(other -> other.dead().stream())
            .forEach(dead -> vouch(guard, node.process(), open, dead.self().incarnation()));
      }
    }
    settle();
    guard.close();
  }

  private static void vouch(
      ControlChannel guard, SimProcess target, SimProcess.Followed open, String deadIncarnation) {
    Envelope envelope = Envelope.of("guard", "guard", open.endpoint(), target.self().endpoint());
    long operation = open.fetch().operation().orElseThrow();
    guard.send(
        target.self().endpoint(),
        KvcrCodec.encode(
            new WriteProbeAck(envelope, operation, false, Optional.of(deadIncarnation))));
  }

  /** At least once more, for what came after its receiver's last poll. */
  private void settle() {
    world.tick(SimWorld.Watcher.NOBODY);
    for (int steps = 0; steps < MOST_STEPS && !world.isStill(); steps++) {
      world.tick(SimWorld.Watcher.NOBODY);
    }
  }

  private void inspect(SimNode node) {
    SimProcess process = node.process();
    count(node, process.target().openOperations(), "operations of the target not finished");
    count(node, process.source().openOperations(), "operations of the source not over");
    count(node, process.source().unreleasedPins(), "pins not taken back");
    process.worker().unrest().forEach(what -> left.add(node.owner() + ": " + what));
    countSlots(node, process.worker().device());
    countSlots(node, process.worker().host());
    int withheld = process.worker().withheld();
    if (withheld != process.expectedWithheld()) {
      left.add(
          node.owner()
              + ": "
              + withheld
              + " slots withheld, wrong blocks came for "
              + process.expectedWithheld());
    }
    if (!process.isStill() || world.network().isBusy()) {
      left.add(node.owner() + ": messages are still on their way");
    }
  }

  /** Each slot is nobody's, of a block that is found or on its way, or withheld. */
  private void countSlots(SimNode node, BlockPool pool) {
    int accountedFor = pool.freeSlots() + pool.hashes().size() + pool.reserved() + pool.withheld();
    if (accountedFor != pool.slots()) {
      left.add(node.owner() + ": " + accountedFor + " of " + pool.slots() + " slots accounted for");
    }
  }

  private void closeServices(SimNode node) {
    node.process().source().close();
    count(node, node.process().source().routes(), "routes not unloaded");
  }

  private void count(SimNode node, int number, String what) {
    if (number > 0) {
      left.add(node.owner() + ": " + number + " " + what);
    }
  }

  /** Nobody can write any more: every service is closed, and the dead are dead. */
  private static void closeWorker(SimNode node) {
    node.worker().vouchForMemory();
    node.worker().close();
  }
}
