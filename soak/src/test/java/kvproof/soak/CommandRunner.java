package kvproof.soak;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import kvproof.soak.canary.MutantCatalogue;
import kvproof.soak.dataplane.run.ServiceLauncher;
import kvproof.soak.doctor.Doctor;
import kvproof.soak.field.FieldSubject;
import kvproof.soak.report.ReportOutput;
import kvproof.soak.run.Contest;
import kvproof.soak.run.RunControl;
import kvproof.soak.run.Situations;
import picocli.CommandLine;

/** Runs a command in a folder and keeps what it prints. */
final class CommandRunner {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Surroundings surroundings;

  CommandRunner(Path folder) {
    this(folder, () -> false);
  }

  CommandRunner(Path folder, BooleanSupplier stopped) {
    surroundings =
        new Surroundings(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            folder,
            new RunControl(System::nanoTime, stopped));
  }

  /** As the process would. */
  int run(String... args) {
    return SoakMain.execute(args, surroundings);
  }

  int soak(Contest contest, Situations situations, ReportOutput reportOutput, String... args) {
    var command = new SoakCommand(surroundings, contest, situations, reportOutput);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int soak(Contest contest, String... args) {
    return soak(contest, Situations.none(), ReportOutput.none(), args);
  }

  int replay(Contest contest, String... args) {
    var command = new ReplayCommand(surroundings, contest);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int field(FieldSubject subject, String... args) {
    var command = new FieldCommand(surroundings, subject);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int explain(Contest contest, String... args) {
    var command = new ExplainCommand(surroundings, contest);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int fetch(ServiceLauncher launcher, String... args) {
    var command = new FetchCommand(surroundings, _ -> launcher);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int canary(MutantCatalogue catalogue, String... args) {
    var command = new CanaryCommand(surroundings, Contest.standard(), () -> catalogue);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  int doctor(Function<PrintStream, Doctor> doctor, String... args) {
    var command = new DoctorCommand(surroundings, doctor);
    return Usage.applyTo(new CommandLine(command), surroundings).execute(args);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
