package kvproof.soak.doctor;

import java.util.Map;
import java.util.function.Consumer;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;

/** The programs that comparisons with published software run. */
final class ToolInspector implements MachineInspector {
  private final Tools tools;

  ToolInspector(Tools tools) {
    this.tools = tools;
  }

  @Override
  public void inspect(Map<String, String> settings, Consumer<Finding> found) {
    found.accept(
        tool(
            "Python",
            "python3",
            "install Python 3.10 or newer, which peers/kvcr and peers/engine-events run"));
    found.accept(
        tool("cargo", "cargo", "install Rust, which builds the published router to compare with"));
  }

  private Finding tool(String subject, String program, String remedy) {
    return tools
        .firstLine(program, "--version")
        .map(version -> Finding.ready(Part.PEERS, subject, version))
        .orElseGet(() -> Finding.missing(Part.PEERS, subject, program + " does not run", remedy));
  }
}
