package kvproof.testkit;

/** What goes wrong between an engine and the listener of its stream, or with either of them. */
enum DeliveryFault {
  /** A live batch never arrives. */
  LOSE,
  /** A live batch arrives as bytes that are no batch. */
  GARBLE,
  /** A live batch arrives behind later ones. */
  DELAY,
  /** A live batch arrives once more, sooner or later. */
  DUPLICATE,
  /** What can be asked for again is short, breaks off, or begins before what was asked for. */
  LIMIT_REPLAY,
  /** The engine starts anew in its place, and nobody is told. */
  RESTART,
  /** The stream is deregistered and registered again. */
  REREGISTER,
  /** The same, while a batch is still on its way to the old listener. */
  LATE_INCARNATION,
  /** A batch speaks of another rank as well. */
  STRANGER,
  /** Somebody registers what is registered already. */
  OPEN_TWICE,
  /** The engine publishes before anybody listens. */
  OPEN_LATE,
  /** An engine that counts copies makes a second one of what it stores, and drops it later. */
  SECOND_COPY,
  /** The index knew the rank before its stream is registered, and the stream goes on from there. */
  HEAD_KNOWN_OTHERWISE,
  /** A peer that is asked does not answer, and when it does again the range is gone. */
  SILENT_PEER,
  /** A batch without any event. */
  EMPTY_BATCH,
  /** After trouble the engine drops everything and says so. */
  CLEAR
}
