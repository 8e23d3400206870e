package kvproof.soak;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import kvproof.soak.canary.MutantCatalogue;
import kvproof.soak.dataplane.run.ServiceLaunchers;
import kvproof.soak.doctor.Doctor;
import kvproof.soak.field.FieldSubject;
import kvproof.soak.lanes.LaneCountsCheck;
import kvproof.soak.lanes.LanesCheck;
import kvproof.soak.relation.RelationCheck;
import kvproof.soak.relation.RestoreCheck;
import kvproof.soak.report.ReportWriter;
import kvproof.soak.run.Contest;
import kvproof.soak.run.RunControl;
import kvproof.soak.scheduling.SchedulingCheck;
import kvproof.soak.situation.SituationCatalogue;
import picocli.CommandLine;

/** The command line: puts the commands together and runs one of them. */
public final class SoakMain {
  private SoakMain() {}

  public static void main(String[] args) {
    Interruption interruption = Interruption.watched();
    int exitCode = ExitCode.HARNESS_FAILED;
    try {
      Surroundings surroundings = ofProcess(interruption);
      exitCode =
          execute(
              args,
              surroundings,
              serveOfProcess(surroundings, interruption),
              new FetchServiceCommand(surroundings, System.in, interruption::waitForNothing));
    } catch (Throwable failure) {
      failure.printStackTrace(System.err);
    }
    interruption.over(exitCode);
  }

  private static Surroundings ofProcess(Interruption interruption) {
    return new Surroundings(
        new PrintStream(System.out, true, StandardCharsets.UTF_8),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        isTerminal(),
        Path.of(""),
        new RunControl(System::nanoTime, interruption::isRaised));
  }

  /** Writes to the descriptor itself, which says when its reader is gone. */
  private static ServeCommand serveOfProcess(Surroundings surroundings, Interruption interruption) {
    return new ServeCommand(
        surroundings,
        System.in,
        new FileOutputStream(FileDescriptor.out),
        interruption::waitForNothing);
  }

  @SuppressWarnings("SystemConsoleNull") // which of the JDK's consoles is used is a setting
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Runs one command and returns its exit code; nothing can interrupt it. */
  public static int execute(String[] args, PrintStream out, PrintStream err) {
    return execute(args, new Surroundings(out, err, false, Path.of(""), RunControl.untilDone()));
  }

  static int execute(String[] args, Surroundings surroundings) {
    return execute(
        args,
        surroundings,
        new ServeCommand(surroundings, System.in, surroundings.out(), () -> {}),
        new FetchServiceCommand(surroundings, System.in, () -> {}));
  }

  private static int execute(
      String[] args,
      Surroundings surroundings,
      ServeCommand serve,
      FetchServiceCommand fetchService) {
    int exitCode = commandLine(surroundings, serve, fetchService).execute(args);
    if (surroundings.out().checkError()) {
      surroundings.err().println("kvproof: the standard output could not be written");
      return ExitCode.HARNESS_FAILED;
    }
    return exitCode;
  }

  /** What every command runs cases against. */
  private static Contest contest() {
    return Contest.standard()
        .withFurtherCheck(new RelationCheck())
        .withFurtherCheck(new RestoreCheck())
        .withFurtherCheck(new LaneCountsCheck())
        .withFurtherCheck(new LanesCheck())
        .withFurtherCheck(new SchedulingCheck());
  }

  private static CommandLine commandLine(
      Surroundings surroundings, ServeCommand serve, FetchServiceCommand fetchService) {
    CommandLine commandLine =
        new CommandLine(new KvproofCommand())
            .addSubcommand(
                new SoakCommand(
                    surroundings, contest(), new SituationCatalogue(), ReportWriter::write))
            .addSubcommand(new ReplayCommand(surroundings, contest()))
            .addSubcommand(new FetchCommand(surroundings, ServiceLaunchers::processes))
            .addSubcommand(fetchService)
            .addSubcommand(new CanaryCommand(surroundings, contest(), MutantCatalogue::standard))
            .addSubcommand(new BenchCommand())
            .addSubcommand(new FieldCommand(surroundings, FieldSubject.reference()))
            .addSubcommand(serve)
            .addSubcommand(new ExplainCommand(surroundings, contest()))
            .addSubcommand(new DoctorCommand(surroundings, Doctor::ofThisMachine));
    return Usage.applyTo(commandLine, surroundings);
  }
}
