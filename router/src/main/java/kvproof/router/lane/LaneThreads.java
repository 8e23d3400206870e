package kvproof.router.lane;

/** Which kind of thread a lane is; nothing that it does hangs on that. */
public enum LaneThreads {
  /** A daemon thread of the system, as a host has it. */
  SYSTEM {
    @Override
    Thread unstarted(String name, Runnable work) {
      return Thread.ofPlatform().daemon().name(name).unstarted(work);
    }
  },
  /** A virtual thread: for many routers that live for moments, asked by virtual threads. */
  VIRTUAL {
    @Override
    Thread unstarted(String name, Runnable work) {
      return Thread.ofVirtual().name(name).unstarted(work);
    }
  };

  abstract Thread unstarted(String name, Runnable work);
}
