package kvproof.soak.trace;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The sessions of one engine: what only a session used is freed when it is closed. */
final class EngineSessions {
  private final SimulatedEngine engine;
  private final Map<String, Set<Long>> blocksBySession = new TreeMap<>();

  EngineSessions(SimulatedEngine engine) {
    this.engine = engine;
  }

  /** A prompt of a session is computed; the session is open from its first one on. */
  void serve(String session, long[] ids) {
    Set<Long> blocks = blocksBySession.computeIfAbsent(session, _ -> new LinkedHashSet<>());
    for (long id : ids) {
      blocks.add(id);
    }
    engine.serve(ids);
  }

  /** Frees what no other open session has used; harmless for a session that is not open. */
  void close(String session) {
    Set<Long> blocks = blocksBySession.remove(session);
    if (blocks != null) {
      blocksBySession.values().forEach(blocks::removeAll);
      engine.free(List.copyOf(blocks));
    }
  }

  /** Nobody has used anything. */
  void forget() {
    blocksBySession.clear();
  }
}
