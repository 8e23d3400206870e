package kvproof.gpu;

import java.util.ArrayList;
import java.util.List;

/** A JVM like this one, with another main class. */
final class JvmProcess {
  private JvmProcess() {}

  static ProcessBuilder of(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Xmx256m");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }
}
