package kvproof.soak.outside;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that has printed these lines whatever it is told, and has ended. */
final class PrintingProcess extends Process {
  private final int exitCode;
  private final InputStream output;

  PrintingProcess(int exitCode, String... lines) {
    this.exitCode = exitCode;
    this.output = new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(UTF_8));
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return output;
  }

  @Override
  public InputStream getErrorStream() {
    return InputStream.nullInputStream();
  }

  @Override
  public Stream<ProcessHandle> descendants() {
    return Stream.empty();
  }

  @Override
  public int waitFor() {
    return exitCode;
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) {
    return true;
  }

  @Override
  public int exitValue() {
    return exitCode;
  }

  @Override
  public void destroy() {}
}
