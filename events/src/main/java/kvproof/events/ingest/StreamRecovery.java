package kvproof.events.ingest;

/** How the listener of a stream gets what it missed. */
public sealed interface StreamRecovery {

  /** Not at all. */
  record None() implements StreamRecovery {}

  /** The engine sends its batches again. */
  record Replay(BatchSource source) implements StreamRecovery {}

  /** The publisher of the rank is asked. */
  record Peer(PeerSource source) implements StreamRecovery {}
}
