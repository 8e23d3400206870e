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
    this(library.capi(), memory);
  }

  NixlFabric(NixlCapi capi, ProcessMemory memory) {
    this.capi = capi;
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
  public List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    open().forEach(agent -> leftovers.add(agent.toString()));
    leftovers.addAll(memory.leftovers());
    return leftovers;
  }

  /** An agent is asked without the fabric's lock: agents hold theirs when they ask the fabric. */
  private synchronized List<NixlTransferAgent> open() {
    return List.copyOf(agents.values());
  }

  @Override
  public void close() {
    var steps = new AllSteps();
    steps.takeEach(open().reversed(), NixlTransferAgent::closeNow);
    steps.take(memory::release);
    steps.end();
  }
}
