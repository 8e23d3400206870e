package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.Optional;

/** The lines to and from one node. For one thread. */
public interface NodeLink extends AutoCloseable {

  /** Sends a line; {@link NodeFailure} if the node is gone. */
  void send(String line);

  /** The next line, absent if none comes within that time; {@link NodeFailure} if none will. */
  Optional<String> receive(Duration wait);

  /** Ends the node at once, in the middle of whatever it does, and waits until it has ended. */
  void kill();

  /** Lets the node end, and ends it if it does not do so soon. Closing twice is harmless. */
  @Override
  void close();
}
