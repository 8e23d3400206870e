package kvproof.events.ingest.publication;

import java.util.List;

/**
 * The index that a publisher keeps of its own events.
 *
 * <p>Events come on one thread at a time; a dump may be asked for on another one meanwhile.
 */
public interface LocalIndex<E> {

  /** Takes a store or removal, now or later; false if it takes nothing any more. */
  boolean enqueue(E event);

  /** Applies a clear to every tier before it returns; false if some tier did not. */
  boolean applyEverywhere(E clear);

  /** Events that rebuild everything it holds, every tier of it, on their real tiers. */
  List<E> dump();
}
