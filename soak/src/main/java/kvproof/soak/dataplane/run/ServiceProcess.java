package kvproof.soak.dataplane.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kvproof.soak.dataplane.service.FabricChoice;

/** A service in a Java process of its own, running the same program with another command. */
final class ServiceProcess implements ServiceLink {
  /** The command by which a process serves. */
  static final String COMMAND = "fetch-service";

  private static final String MAIN = "kvproof.soak.SoakMain";
  private static final Duration END_PATIENCE = Duration.ofSeconds(5);

  /** Behind the last line. */
  private static final String END = "";

  private final String name;
  private final Process process;
  private final Writer toService;
  private final BlockingQueue<String> fromService = new LinkedBlockingQueue<>();

  private ServiceProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.toService = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
    Thread.ofPlatform().name("lines of " + name).daemon().start(this::read);
  }

  static ServiceProcess start(String name, FabricChoice fabric) {
    var builder =
        new ProcessBuilder(command(fabric)).redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      return new ServiceProcess(name, builder.start());
    } catch (IOException failure) {
      throw new ServiceFailure(
          "process " + name + " cannot be started: " + failure.getMessage(), failure);
    }
  }

  /** The same JVM, the same classes; found on the module path or the class path as here. */
  private static List<String> command(FabricChoice fabric) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-Xmx512m");
    command.add("-Dmsgpack.universal-buffer=true");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    Module here = ServiceProcess.class.getModule();
    if (here.isNamed()) {
      command.add("-p");
      command.add(System.getProperty("jdk.module.path"));
      command.add("-m");
      command.add(here.getName() + "/" + MAIN);
    } else {
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(MAIN);
    }
    command.add(COMMAND);
    command.addAll(fabric.toArguments());
    return command;
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        fromService.add(line);
      }
    } catch (IOException | UncheckedIOException gone) {
      // the end marker says it
    } finally {
      fromService.add(END);
    }
  }

  @Override
  public void send(String line) {
    try {
      toService.write(line);
      toService.write('\n');
      toService.flush();
    } catch (IOException gone) {
      throw new ServiceFailure("process " + name + " has ended: " + gone.getMessage(), gone);
    }
  }

  @Override
  public Optional<String> receive(Duration wait) {
    try {
      String line = fromService.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
      if (line != null && line.isEmpty()) {
        fromService.add(END);
        throw new ServiceFailure("process " + name + " has ended");
      }
      return Optional.ofNullable(line);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new ServiceFailure("interrupted while process " + name + " was to answer", interrupt);
    }
  }

  @Override
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Its input ends, and with it the process. */
  @Override
  public void close() {
    try {
      toService.close();
    } catch (IOException gone) {
      // it has ended by itself
    }
    if (!awaitEnd()) {
      process.destroyForcibly();
      awaitEnd();
    }
  }

  private boolean awaitEnd() {
    try {
      return process.waitFor(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupt) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
