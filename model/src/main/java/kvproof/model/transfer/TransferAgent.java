package kvproof.model.transfer;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A party of the data plane: registers memory, copies between it and a peer's memory, notifies.
 *
 * <p>Who starts a transfer must have loaded the peer's {@link #metadata}; the peer needs to know
 * nothing of it. An agent and all that it made are for one thread at a time; different agents may
 * run on different threads. No call waits for a peer, and nothing is promised to move unless the
 * starting side polls its requests and the other side takes its notifications now and then.
 *
 * <p>A refused call throws {@link TransferException} and has had no effect. After {@link #close}
 * every other call throws {@link IllegalStateException}. Handles of another agent are refused with
 * {@link IllegalArgumentException}.
 */
public interface TransferAgent extends AutoCloseable {

  /** Unique among the agents that can see each other; never empty. */
  String name();

  /**
   * Memory of this process, not registered yet, with at least one byte.
   *
   * <p>Without room for it: {@link TransferException.Category#OUT_OF_MEMORY}.
   */
  TransferMemory allocate(MemoryKind kind, long sizeBytes);

  /**
   * Makes regions addressable, all of them or, if it throws, none.
   *
   * <p>Each lies in memory that was allocated in this process and is not closed; another agent may
   * have registered it too. A region that overlaps one that is registered with this agent, or
   * another of the same call, the same one twice included, is refused with {@link
   * TransferException.Category#INVALID_PARAMETER}. An empty list changes nothing.
   */
  void register(List<MemoryRegion> regions);

  /**
   * Takes regions back, exactly as they were registered, all of them or none.
   *
   * <p>Unknown, or twice in the call: {@link TransferException.Category#NOT_FOUND}. Used by a
   * pending request of this agent: {@link TransferException.Category#IN_USE}. What peers do is not
   * seen: the caller must know from its own protocol that no peer writes there any more. A peer
   * that still does may succeed, or fail.
   */
  void deregister(List<MemoryRegion> regions);

  /** What is registered now, by kind, device and address. */
  List<MemoryRegion> registeredRegions();

  /** A snapshot for peers: memory registered later is unknown to those that load it. */
  AgentMetadata metadata();

  /**
   * Makes the agent that the metadata describes a peer, and answers its name.
   *
   * <p>Newer metadata of a loaded peer adds to the older. Refused with {@link
   * TransferException.Category#INVALID_PARAMETER}: unreadable, one's own, or of a different agent
   * with the name of a loaded peer, such as a restarted one, until that is forgotten.
   */
  String load(AgentMetadata metadata);

  /**
   * Undoes {@link #load}; {@link TransferException.Category#NOT_FOUND} if it is not loaded. A
   * pending request goes on to its end and may still notify; it is not posted again.
   */
  void forget(String peer);

  /**
   * Checks descriptors of one's own registered memory.
   *
   * <p>All of one kind, each inside one registered region: else {@link
   * TransferException.Category#INVALID_PARAMETER} or {@link TransferException.Category#NOT_FOUND}.
   * An empty list is refused with {@link IllegalArgumentException}.
   */
  PreparedDescriptors prepareLocal(List<Descriptor> descriptors);

  /**
   * Checks descriptors of a peer's memory against what its loaded metadata says, as {@link
   * #prepareLocal} does. One's own name stands for one's own memory: the far side of a local copy.
   */
  PreparedDescriptors prepareRemote(String peer, List<Descriptor> descriptors);

  /**
   * A request over the descriptors at these indices, pair by pair; at least one pair.
   *
   * <p>As many local as remote ones and equal sizes in each pair, or {@link
   * TransferException.Category#INVALID_PARAMETER}. An index out of range is {@link
   * IndexOutOfBoundsException}. Destinations that overlap leave any mixture of the bytes.
   */
  TransferRequest request(
      TransferOperation operation,
      PreparedDescriptors local,
      int[] localIndices,
      PreparedDescriptors remote,
      int[] remoteIndices);

  /** A request over all descriptors in their order. */
  default TransferRequest request(
      TransferOperation operation, PreparedDescriptors local, PreparedDescriptors remote) {
    return request(
        operation,
        local,
        IntStream.range(0, local.size()).toArray(),
        remote,
        IntStream.range(0, remote.size()).toArray());
  }

  /** Requests that were made and not closed. */
  int openRequests();

  /**
   * Sends a message that no transfer carries, of 0 bytes to 1 MiB.
   *
   * <p>{@link TransferException.Category#NOT_FOUND} if the peer is not loaded, {@link
   * TransferException.Category#DISCONNECTED} once it is known to be gone, {@link
   * TransferException.Category#INVALID_PARAMETER} if the message is longer, {@link
   * TransferException.Category#BACKEND} if too much waits for a peer that takes nothing. Those from
   * one agent to another arrive in order.
   */
  void notifyPeer(String peer, byte[] payload);

  /** What arrived since the last call, each message once, in order of arrival. */
  List<Notification> takeNotifications();

  /**
   * Closes all requests and descriptors, deregisters all memory and forgets all peers; the memory
   * itself stays its owner's. Closing twice is harmless.
   *
   * <p>Refused with {@link TransferException.Category#IN_USE} while a request is pending.
   * Afterwards nothing that this agent started writes any more.
   */
  @Override
  void close();
}
