package kvproof.soak.doctor;

import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;

/** The Java that runs this. */
final class JvmInspector implements MachineInspector {
  private final Properties properties;

  JvmInspector(Properties properties) {
    this.properties = properties;
  }

  @Override
  public void inspect(Map<String, String> settings, Consumer<Finding> found) {
    found.accept(
        Finding.ready(
            Part.CPU,
            "Java",
            "%s (%s), %s"
                .formatted(
                    properties.getProperty("java.version"),
                    properties.getProperty("java.vendor"),
                    properties.getProperty("java.home"))));
  }
}
