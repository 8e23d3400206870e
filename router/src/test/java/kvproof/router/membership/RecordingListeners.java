package kvproof.router.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Listeners that note what becomes of them, in one list with whatever else a test notes. */
final class RecordingListeners implements EventListeners {
  private final Consumer<String> log;
  private final List<Fake> open = new ArrayList<>();
  private Predicate<Stream> failing = stream -> false;

  RecordingListeners(Consumer<String> log) {
    this.log = log;
  }

  void failFor(Predicate<Stream> streams) {
    failing = streams;
  }

  /** Streams that are listened to, in the order of opening. */
  List<String> open() {
    return open.stream().map(fake -> fake.stream.rank() + " " + fake.stream.endpoint()).toList();
  }

  void loseAll() {
    open.clear();
  }

  @Override
  public Listener open(Stream stream) {
    if (failing.test(stream)) {
      throw new IllegalStateException("cannot listen to " + stream.endpoint());
    }
    Fake fake = new Fake(stream);
    open.add(fake);
    log.accept("open " + stream.rank());
    return fake;
  }

  private final class Fake implements Listener {
    private final Stream stream;

    private Fake(Stream stream) {
      this.stream = stream;
    }

    @Override
    public boolean isOpen() {
      return open.contains(this);
    }

    @Override
    public void close() {
      if (open.remove(this)) {
        log.accept("close " + stream.rank());
      }
    }
  }
}
