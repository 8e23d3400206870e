package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.Optional;

/** The lines to and from one process. For one thread. */
public interface ServiceLink extends AutoCloseable {

  /** Sends a line; {@link ServiceFailure} if the process is gone. */
  void send(String line);

  /** The next line, absent if none comes within that time; {@link ServiceFailure} if none will. */
  Optional<String> receive(Duration wait);

  /** Ends the process at once, in the middle of whatever it does, and waits until it has ended. */
  void kill();

  /** Lets the process end, and ends it if it does not do so soon. Closing twice is harmless. */
  @Override
  void close();
}
