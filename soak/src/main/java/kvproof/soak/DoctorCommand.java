package kvproof.soak;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import kvproof.model.machine.MachineInspector;
import kvproof.soak.doctor.Doctor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvproof doctor}: what this machine has, and what to do about the rest. */
@Command(
    name = "doctor",
    description = {
      "Says what was found on this machine of the things that commands can use, tries whether bytes"
          + " move, and says what to do about what is missing.",
      "Exit code 1: something is missing that works without a GPU."
    },
    versionProvider = Version.class,
    sortOptions = false,
    footer = {"", "Examples:", "  ./kvproof doctor", "  ./kvproof doctor --nixl-lib ~/venv"})
final class DoctorCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final Function<PrintStream, Doctor> doctor;

  @Option(
      names = "--nixl-lib",
      paramLabel = "PATH",
      description =
          "The NIXL library, or a folder or Python environment that has it. Default: KVPROOF_NIXL_LIB,"
              + " then Python environments, then the system's folders.")
  private @Nullable String nixlLibrary;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  DoctorCommand(Surroundings surroundings, Function<PrintStream, Doctor> doctor) {
    this.surroundings = surroundings;
    this.doctor = doctor;
  }

  @Override
  public Integer call() {
    String named = nixlLibrary;
    Map<String, String> settings =
        named == null
            ? Map.of()
            : Map.of(
                MachineInspector.NIXL_LIBRARY, surroundings.folder().resolve(named).toString());
    return doctor.apply(surroundings.out()).examine(settings) ? ExitCode.AGREED : ExitCode.DIVERGED;
  }
}
