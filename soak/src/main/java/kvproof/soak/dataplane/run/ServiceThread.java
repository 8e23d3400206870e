package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;
import kvproof.soak.dataplane.service.FabricChoice;
import kvproof.soak.dataplane.service.ServiceSession;

/** A service in a thread of this process. */
final class ServiceThread implements ServiceLink {
  private static final Duration END_PATIENCE = Duration.ofSeconds(10);

  private final String name;
  private final BlockingQueue<String> fromService = new LinkedBlockingQueue<>();
  private final ServiceSession session;
  private final Thread thread;

  ServiceThread(String name, FabricChoice fabric, UnaryOperator<TransferAgent> around) {
    this.name = name;
    this.session = new ServiceSession(fromService::add, fabric, around);
    this.thread = Thread.ofPlatform().name("process " + name).daemon().start(session);
  }

  @Override
  public void send(String line) {
    if (!thread.isAlive()) {
      throw new ServiceFailure("process " + name + " has ended");
    }
    session.take(line);
  }

  @Override
  public Optional<String> receive(Duration wait) {
    long deadline = System.nanoTime() + wait.toNanos();
    try {
      while (true) {
        String line = fromService.poll(1, TimeUnit.MILLISECONDS);
        if (line != null) {
          return Optional.of(line);
        }
        if (!thread.isAlive() && fromService.isEmpty()) {
          throw new ServiceFailure("process " + name + " has ended");
        }
        if (System.nanoTime() - deadline >= 0) {
          return Optional.empty();
        }
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new ServiceFailure("interrupted while process " + name + " was to answer", interrupt);
    }
  }

  /** As near to a killed process as a thread comes: its sockets close, and nothing is tidied. */
  @Override
  public void kill() {
    session.die();
    awaitEnd();
  }

  @Override
  public void close() {
    session.end();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      boolean hasEnded = thread.join(END_PATIENCE);
      if (!hasEnded) {
        throw new ServiceFailure("process " + name + " does not end");
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }
}
