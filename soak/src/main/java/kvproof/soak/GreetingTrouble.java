package kvproof.soak;

import java.io.PrintStream;
import java.util.Objects;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.run.RouterTrouble;

/** What is printed if a router behind lines cannot even be greeted, or does not end as it must. */
final class GreetingTrouble {
  private GreetingTrouble() {}

  static void print(RouterTrouble trouble, RouterCommand command, PrintStream out) {
    print("greeting", trouble, command, out);
  }

  static void printOfTheEnd(RouterTrouble trouble, RouterCommand command, PrintStream out) {
    print("end of input", trouble, command, out);
  }

  private static void print(
      String when, RouterTrouble trouble, RouterCommand command, PrintStream out) {
    out.println("SOAK " + when + " falsified");
    out.println("  router    " + command.text());
    out.println("  actual    " + Objects.toString(trouble.getMessage()));
    trouble.exchanged().forEach(line -> out.println("  exchanged " + line));
  }
}
