package kvproof.model.transfer;

import java.util.List;

/**
 * Where the agents of one process come from: they share its memory and reach each other and those
 * of other processes.
 *
 * <p>Several threads may open agents.
 */
public interface TransferFabric extends AutoCloseable {

  /**
   * A new agent. A name that an open agent of this fabric has is refused with {@link
   * TransferException.Category#INVALID_PARAMETER}, an empty one with {@link
   * IllegalArgumentException}.
   */
  TransferAgent agent(String name);

  /** What its agents have not given back, in words; empty at rest. */
  List<String> leftovers();

  /** Closes all agents, with what is pending given up; closing twice is harmless. */
  @Override
  void close();
}
