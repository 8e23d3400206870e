package kvproof.mocknixl.fault;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/**
 * A control channel that loses, repeats or holds back frames that are sent through it.
 *
 * <p>Without a fate every frame passes. Frames that are held back leave with a later {@link
 * #receive}: who does not poll sends nothing. For one thread; {@code clock} is monotonic, in
 * nanoseconds.
 */
public final class FaultyChannel extends ForwardingChannel {
  @SuppressWarnings("ArrayRecordComponent") // never compared, and nobody else has the array
  private record LateFrame(String endpoint, byte[] frame) {}

  /** A fate that waits for its frames. */
  private static final class Rule {
    final Predicate<KvcrFrame> which;
    final Fate fate;
    int left;

    Rule(Predicate<KvcrFrame> which, int frames, Fate fate) {
      this.which = which;
      this.left = frames;
      this.fate = fate;
    }
  }

  private final LateMessages<LateFrame> late;
  private final List<Rule> rules = new ArrayList<>();
  private int struck;

  public FaultyChannel(ControlChannel channel, LongSupplier clock) {
    super(channel);
    this.late = new LateMessages<>(clock);
  }

  /**
   * The next {@code frames} frames of that sort have this fate. The first rule that fits counts.
   */
  public void strike(Predicate<KvcrFrame> which, int frames, Fate fate) {
    if (frames < 1) {
      throw new IllegalArgumentException("no frame to strike: " + frames);
    }
    rules.add(new Rule(which, frames, fate));
  }

  /** What has not struck will not strike any more. */
  public void calm() {
    rules.clear();
  }

  /** Frames that were struck so far. */
  public int struck() {
    return struck;
  }

  /** Whether frames are being held back. */
  public boolean isHolding() {
    return !late.isEmpty();
  }

  @Override
  public boolean send(String endpoint, byte[] frame) {
    Optional<Fate> fate = fateOf(frame);
    if (fate.isEmpty()) {
      return super.send(endpoint, frame);
    }
    struck++;
    return switch (fate.get()) {
      case Fate.Lost _ -> true;
      case Fate.Twice _ -> {
        boolean isQueued = super.send(endpoint, frame);
        yield isQueued && super.send(endpoint, frame);
      }
      case Fate.Late held -> {
        late.hold(held, new LateFrame(endpoint, frame.clone()));
        yield true;
      }
    };
  }

  private Optional<Fate> fateOf(byte[] bytes) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    Optional<KvcrFrame> frame = KvcrCodec.decode(bytes);
    for (Iterator<Rule> each = rules.iterator(); each.hasNext(); ) {
      Rule rule = each.next();
      if (frame.filter(rule.which).isPresent()) {
        rule.left--;
        if (rule.left == 0) {
          each.remove();
        }
        return Optional.of(rule.fate);
      }
    }
    return Optional.empty();
  }

  @Override
  public List<byte[]> receive() {
    late.takeDue().forEach(held -> super.send(held.endpoint(), held.frame()));
    return super.receive();
  }
}
