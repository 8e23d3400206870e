package kvproof.soak.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs that may be installed. */
@FunctionalInterface
interface Tools {

  /** The first line that a program prints; absent if it cannot be started, fails or hangs. */
  Optional<String> firstLine(String... command);

  /** Those of this machine, which get ten seconds each. */
  static Tools ofProcess() {
    return command -> {
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          return Optional.empty();
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.exitValue() == 0 ? said.lines().findFirst() : Optional.empty();
      } catch (IOException notThere) {
        return Optional.empty();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    };
  }
}
