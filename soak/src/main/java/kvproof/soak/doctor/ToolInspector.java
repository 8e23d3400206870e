package kvproof.soak.doctor;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;

/** The programs that comparisons with published software run. */
final class ToolInspector implements MachineInspector {
  private static final Pattern PYTHON = Pattern.compile("Python (\\d{1,4})\\.(\\d{1,4})");
  private static final int LEAST_MINOR = 11;
  private static final String PYTHON_REMEDY =
      "install Python 3.11 or newer, which peers/kvcr runs; the NIXL wheel needs 3.10";

  private final Tools tools;

  ToolInspector(Tools tools) {
    this.tools = tools;
  }

  @Override
  public void inspect(Map<String, String> settings, Consumer<Finding> found) {
    found.accept(python());
    found.accept(
        tool("cargo", "cargo", "install Rust, which builds the published router to compare with"));
  }

  private Finding python() {
    Finding found = tool("Python", "python3", PYTHON_REMEDY);
    return found.isReady() && isTooOld(found.summary())
        ? Finding.missing(
            Part.PEERS,
            "Python",
            found.summary() + " is older than 3." + LEAST_MINOR,
            PYTHON_REMEDY)
        : found;
  }

  /** What does not say its version as Python does is taken as it is. */
  private static boolean isTooOld(String version) {
    Matcher python = PYTHON.matcher(version);
    if (!python.lookingAt()) {
      return false;
    }
    int major = Integer.parseInt(python.group(1));
    return major < 3 || (major == 3 && Integer.parseInt(python.group(2)) < LEAST_MINOR);
  }

  private Finding tool(String subject, String program, String remedy) {
    return tools
        .firstLine(program, "--version")
        .map(version -> Finding.ready(Part.PEERS, subject, version))
        .orElseGet(() -> Finding.missing(Part.PEERS, subject, program + " does not run", remedy));
  }
}
