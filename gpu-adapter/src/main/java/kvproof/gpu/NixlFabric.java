package kvproof.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.gpu.capi.NixlCapi;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferFabric;

/**
 * Makes agents on the library of this process, over memory of their own.
 *
 * <p>Its agents know of each other when one closes, which the library does not tell.
 */
public final class NixlFabric implements TransferFabric {
  private final NixlCapi capi;
  private final ProcessMemory memory;
  private final SortedMap<String, NixlTransferAgent> agents = new TreeMap<>();

  /** Agents on a library that was opened. */
  public NixlFabric(LoadedNixl library) {
    this(library, new ProcessMemory());
  }

  /** Agents over memory that may be of more than one kind. */
  public NixlFabric(LoadedNixl library, ProcessMemory memory) {
    this.capi = library.capi();
    this.memory = memory;
  }

  @Override
  public synchronized NixlTransferAgent agent(String name) {
    return agent(name, AgentSettings.defaults());
  }

  synchronized NixlTransferAgent agent(String name, AgentSettings settings) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("an agent needs a name");
    }
    if (agents.containsKey(name)) {
      throw new TransferException(
          Category.INVALID_PARAMETER, "an agent named " + name + " is open here");
    }
    var agent = new NixlTransferAgent(this, name, settings, memory);
    agents.put(name, agent);
    return agent;
  }

  NixlCapi capi() {
    return capi;
  }

  ProcessMemory memory() {
    return memory;
  }

  /** The open agent of this process that the metadata is of. */
  synchronized Optional<NixlTransferAgent> neighbour(NixlMetadata metadata) {
    return Optional.ofNullable(agents.get(metadata.agent()))
        .filter(agent -> agent.isDescribedBy(metadata));
  }

  synchronized void closed(NixlTransferAgent agent) {
    agents.remove(agent.name(), agent);
  }

  @Override
  public synchronized List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    agents.values().forEach(agent -> leftovers.add(agent.toString()));
    leftovers.addAll(memory.leftovers());
    return leftovers;
  }

  @Override
  public void close() {
    List<NixlTransferAgent> open;
    synchronized (this) {
      open = List.copyOf(agents.values());
    }
    var steps = new AllSteps();
    steps.takeEach(open.reversed(), NixlTransferAgent::closeNow);
    steps.take(memory::release);
    steps.end();
  }
}
