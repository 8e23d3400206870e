package kvproof.model;

import static kvproof.model.FetchPhase.ACCEPTED;
import static kvproof.model.FetchPhase.ASKED;
import static kvproof.model.FetchPhase.HINTED;
import static kvproof.model.FetchPhase.WRITING;
import static kvproof.model.FetchPhase.WRITTEN;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One misfortune of a fetch, and when it strikes: at the first moment of that phase. A fetch that
 * never comes into the phase is not struck.
 */
public record FetchFault(Kind kind, FetchPhase phase) {
  public FetchFault {
    if (!kind.phases().contains(phase)) {
      throw new IllegalArgumentException(
          kind + " cannot strike while a fetch is " + phase + ", only " + kind.phases());
    }
  }

  /** Every pair that makes sense, in order. */
  public static List<FetchFault> all() {
    return Arrays.stream(Kind.values())
        .flatMap(kind -> kind.phases().stream().map(phase -> new FetchFault(kind, phase)))
        .toList();
  }

  @Override
  public String toString() {
    return kind + " while " + phase;
  }

  /** What goes wrong. */
  public enum Kind {
    /** The source's process ends and another life of it listens at the same endpoint. */
    SOURCE_RESTARTED(HINTED, ASKED, ACCEPTED, WRITING, WRITTEN),
    /** The source's process ends and nobody listens there until the fetch is over. */
    SOURCE_CRASHED(HINTED, ASKED, ACCEPTED, WRITING, WRITTEN),
    /** The source loses a block that it could have served. */
    BLOCK_EVICTED(HINTED, ASKED, ACCEPTED),
    /** The source wants to lose a block that it has claimed or pinned for the fetch. */
    EVICTED_WHILE_PINNED(ACCEPTED, WRITING),
    /** A block goes, and another one is stored at once, at the source. */
    SLOT_REUSE(HINTED, WRITING),
    /** All memory of the source holds the bytes of other blocks. */
    FOREIGN_BYTES(HINTED),
    /** One block arrives with the bytes of another one. */
    OTHER_BLOCKS_BYTES(WRITING),
    /** One block arrives in part, though it is reported. */
    TORN_WRITE(WRITING),
    /** The write breaks in the middle, and it is certain that nothing moves any more. */
    PARTIAL_WRITE(WRITING),
    /** The write breaks in the middle, and nobody can tell what still moves. */
    LOST_TRANSFER(WRITING),
    /** The report overtakes the last block. */
    EARLY_NOTIFICATION(WRITING),
    /** The report never comes. */
    LOST_NOTIFICATION(WRITTEN),
    /** The report comes twice. */
    DUPLICATE_NOTIFICATION(WRITTEN),
    /** The report comes after the operation's timeout. */
    LATE_NOTIFICATION(WRITTEN),
    /** The source's acknowledgement of the target's metadata never comes. */
    LOST_ACK(HINTED),
    /** The source was not polled for so long that it refuses every write. */
    SOURCE_STALLED(HINTED),
    /** The request never comes. */
    LOST_REQUEST(ASKED),
    /** The request comes after the target has given up and forbidden it. */
    LATE_REQUEST(ASKED),
    /** The request comes twice. */
    DUPLICATE_REQUEST(ASKED),
    /** The request never comes, nor does the first probe. */
    LOST_PROBE(ASKED),
    /** The source's framework never answers which blocks it has pinned. */
    PINS_UNANSWERED(ACCEPTED),
    /** The write outlasts the operation's timeout, but not the abandon timeout. */
    SLOW_WRITE(WRITING),
    /** The write outlasts the abandon timeout, and then ends. */
    STUCK_WRITE(WRITING),
    /** The target's caller does not want the blocks any more. */
    CANCELLED(ASKED, ACCEPTED, WRITING),
    /** Both sides try to take their memory back while the write is under way. */
    DEREGISTRATION(WRITING),
    /** The target's process ends, with all its blocks. */
    TARGET_CRASHED(ASKED, ACCEPTED, WRITING);

    @SuppressWarnings("ImmutableEnumChecker") // cannot be modified
    private final Set<FetchPhase> phases;

    Kind(FetchPhase first, FetchPhase... others) {
      this.phases = Collections.unmodifiableSet(EnumSet.of(first, others));
    }

    /** When it can strike, in order. */
    public Set<FetchPhase> phases() {
      return phases;
    }
  }
}
