package kvproof.soak.dataplane.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.WorkerWithDpRank;

/**
 * The nodes of a run, one for each rank. A node that was ended is replaced when its rank is needed
 * again; closing it ends all.
 */
final class Roster implements AutoCloseable {
  private final NodeLauncher launcher;
  private final SortedMap<WorkerWithDpRank, NodeClient> nodes = new TreeMap<>();
  private final Deque<NodeClient> spares = new ArrayDeque<>();
  private int launched;

  Roster(NodeLauncher launcher) {
    this.launcher = launcher;
  }

  /** The rank's node; started, if it has none. */
  NodeClient node(WorkerWithDpRank rank) {
    return nodes.computeIfAbsent(rank, this::next);
  }

  private NodeClient next(WorkerWithDpRank rank) {
    NodeClient spare = spares.poll();
    return spare == null ? launch("for " + rank) : spare;
  }

  private NodeClient launch(String purpose) {
    launched++;
    String name = launched + " " + purpose;
    return new NodeClient(name, launcher.launch(name));
  }

  /**
   * Starts all of them, so that they get ready at the same time, and one more; that one is awaited,
   * since it will be needed while a fetch waits.
   */
  void prepare(List<WorkerWithDpRank> ranks, boolean withSpare) {
    ranks.forEach(this::node);
    if (withSpare && spares.isEmpty()) {
      spares.add(launch("in reserve"));
    }
    spares.forEach(NodeClient::awaitReady);
  }

  /** Ends the rank's node at once. */
  void kill(WorkerWithDpRank rank) {
    NodeClient node = nodes.remove(rank);
    if (node != null) {
      node.kill();
      node.close();
    }
  }

  void killAll() {
    List.copyOf(nodes.keySet()).forEach(this::kill);
  }

  @Override
  public void close() {
    List<NodeClient> all = new ArrayList<>(nodes.values());
    all.addAll(spares);
    nodes.clear();
    spares.clear();
    for (NodeClient node : all) {
      try {
        node.close();
      } catch (NodeFailure unwilling) {
        node.kill();
      }
    }
  }
}
