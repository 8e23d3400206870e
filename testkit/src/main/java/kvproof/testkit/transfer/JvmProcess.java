package kvproof.testkit.transfer;

import java.util.ArrayList;
import java.util.List;

/** A JVM like this one, with another main class, on the same class path. */
public final class JvmProcess {
  private JvmProcess() {}

  /** What starts it; options of the JVM may be put in at index 1. May be changed. */
  public static List<String> command(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx256m");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Not started; what it says as errors goes where this process's errors go. */
  public static ProcessBuilder of(Class<?> main, String... arguments) {
    return new ProcessBuilder(command(main, arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
