package kvproof.model;

import java.util.List;
import kvproof.model.KvCacheEvent.Stored;

/** A router that can spell out what it holds. */
public interface DumpingRouter extends KvRouter {

  /** Every block of every tier, as events that rebuild it in an empty router. */
  List<Stored> dumpEvents();
}
