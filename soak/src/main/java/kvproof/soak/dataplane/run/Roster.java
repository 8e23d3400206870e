package kvproof.soak.dataplane.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.WorkerWithDpRank;

/**
 * The services of a run, one for each rank. A process that was ended is replaced when its rank is
 * needed again; closing it ends all.
 */
final class Roster implements AutoCloseable {
  private final ServiceLauncher launcher;
  private final SortedMap<WorkerWithDpRank, ServiceClient> processes = new TreeMap<>();
  private final Deque<ServiceClient> spares = new ArrayDeque<>();
  private int launched;

  Roster(ServiceLauncher launcher) {
    this.launcher = launcher;
  }

  boolean knowsUnsentWrites() {
    return launcher.knowsUnsentWrites();
  }

  /** The rank's process; started, if it has none. */
  ServiceClient process(WorkerWithDpRank rank) {
    return processes.computeIfAbsent(rank, this::next);
  }

  private ServiceClient next(WorkerWithDpRank rank) {
    ServiceClient spare = spares.poll();
    return spare == null ? launch("for " + rank) : spare;
  }

  private ServiceClient launch(String purpose) {
    launched++;
    String name = launched + " " + purpose;
    return new ServiceClient(name, launcher.launch(name));
  }

  /**
   * Starts all of them, so that they get ready at the same time, and one more; that one is awaited,
   * since it will be needed while a fetch waits.
   */
  void prepare(List<WorkerWithDpRank> ranks, boolean withSpare) {
    ranks.forEach(this::process);
    if (withSpare && spares.isEmpty()) {
      spares.add(launch("in reserve"));
    }
    spares.forEach(ServiceClient::awaitReady);
  }

  /** Ends the rank's process at once. */
  void kill(WorkerWithDpRank rank) {
    ServiceClient process = processes.remove(rank);
    if (process != null) {
      process.kill();
      process.close();
    }
  }

  void killAll() {
    List.copyOf(processes.keySet()).forEach(this::kill);
  }

  @Override
  public void close() {
    List<ServiceClient> all = new ArrayList<>(processes.values());
    all.addAll(spares);
    processes.clear();
    spares.clear();
    for (ServiceClient process : all) {
      try {
        process.close();
      } catch (ServiceFailure unwilling) {
        process.kill();
      }
    }
  }
}
