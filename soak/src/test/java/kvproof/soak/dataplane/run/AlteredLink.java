package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The lines to and from a service, some of them changed on the way. */
final class AlteredLink implements ServiceLink {
  private final ServiceLink link;
  private final UnaryOperator<String> orders;
  private final UnaryOperator<String> answers;

  AlteredLink(ServiceLink link, UnaryOperator<String> orders, UnaryOperator<String> answers) {
    this.link = link;
    this.orders = orders;
    this.answers = answers;
  }

  /** Services on threads of this process. */
  static ServiceLauncher threads(UnaryOperator<String> orders, UnaryOperator<String> answers) {
    ServiceLauncher threads = ServiceLaunchers.threads(UnaryOperator.identity());
    return name -> new AlteredLink(threads.launch(name), orders, answers);
  }

  @Override
  public void send(String line) {
    link.send(orders.apply(line));
  }

  @Override
  public Optional<String> receive(Duration wait) {
    return link.receive(wait).map(answers);
  }

  @Override
  public void kill() {
    link.kill();
  }

  @Override
  public void close() {
    link.close();
  }
}
