package kvproof.mocknixl.kvcr;

/** What a source has done, for whoever watches it: timelines, and faults that strike in a phase. */
public sealed interface SourceEvent {
  String target();

  long operation();

  /** The request is taken; blocks are being claimed and pinned. */
  record Accepted(String target, long operation) implements SourceEvent {}

  /** The request is not taken. */
  record Refused(String target, long operation, String why) implements SourceEvent {}

  /** The one transfer is posted, or there was nothing to write. */
  record Posted(String target, long operation, int blocks) implements SourceEvent {}

  /** The transfer has ended, or will never be posted; the final report is out. */
  record Ended(String target, long operation, boolean success) implements SourceEvent {}

  /** The source cannot tell whether a transfer still writes; its blocks stay claimed. */
  record Uncertain(String target, long operation) implements SourceEvent {}

  /** An uncertain operation has ended after all. */
  record Quiesced(String target, long operation) implements SourceEvent {}
}
