package kvproof.soak.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.kvcr.ControlChannel;

/**
 * The end of a world: what cannot end by itself is ended, and then nothing may be left.
 *
 * <p>A source that has lost a write is restarted, and somebody who knows vouches for every life
 * that is dead. Slots of wrong blocks stay withheld, exactly those.
 */
public final class WorldAtRest {
  private static final String GUARD = "sim://guard";
  private static final int MOST_STEPS = 100;

  /** Longer than any timeout, counted twice. */
  private static final Duration PATIENCE = SimProcess.SETTINGS.abandonTimeout().multipliedBy(2);

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
    outwait();
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
        node.end();
        world.restart(node, endpoints);
      }
    }
    settle();
  }

  /**
   * No time that passes makes an end of what nobody can vouch for: exactly the fetches that were
   * not quiet when they were over are still open, their destinations reserved.
   */
  private void outwait() {
    boolean isAnyOpen =
        world.nodes().stream().anyMatch(node -> node.process().expectedUnsettled() > 0);
    long ticks = isAnyOpen ? PATIENCE.dividedBy(SimWorld.STEP) : 0;
    for (long i = 0; i < ticks; i++) {
      world.tick(SimWorld.Watcher.NOBODY);
    }
    for (SimNode node : world.nodes()) {
      SimProcess life = node.process();
      int open = life.open().size();
      int reserved = life.worker().host().reserved();
      int asked = life.open().stream().mapToInt(each -> each.fetch().asked().size()).sum();
      if (open != life.expectedUnsettled() || life.target().openOperations() != open) {
        left.add(
            "%s: %d fetches are open that nobody has vouched for, not %d; its target has %d"
                .formatted(
                    node.owner(), open, life.expectedUnsettled(), life.target().openOperations()));
      }
      if (open > 0 && reserved != asked) {
        left.add(node.owner() + ": " + reserved + " slots reserved, not the " + asked + " asked");
      }
    }
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
    String endpoint = target.self().endpoint();
    long operation = open.fetch().operation().orElseThrow();
    guard.send(endpoint, ProofOfDeath.frame(endpoint, open.endpoint(), operation, deadIncarnation));
  }

  /** At least once more, for what came after its receiver's last poll. */
  private void settle() {
    world.tick(SimWorld.Watcher.NOBODY);
    for (int steps = 0; steps < MOST_STEPS && !world.isStill(); steps++) {
      world.tick(SimWorld.Watcher.NOBODY);
    }
  }

  private void inspect(SimNode node) {
    left.addAll(node.leftByTheDead());
    left.addAll(LifeAtRest.atTheEnd(node.process(), node.owner().toString()));
    if (world.network().isBusy()) {
      left.add(node.owner() + ": messages are still on their way");
    }
  }

  private void closeServices(SimNode node) {
    node.process().source().close();
    int routes = node.process().source().routes();
    if (routes > 0) {
      left.add(node.owner() + ": " + routes + " routes not unloaded");
    }
  }

  /** Nobody can write any more: every service is closed, and the dead are dead. */
  private static void closeWorker(SimNode node) {
    node.worker().vouchForMemory();
    node.worker().close();
  }
}
