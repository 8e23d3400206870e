package kvproof.soak.doctor;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;

/** Prints each finding as it is made, and what it all comes to. */
public final class Doctor {
  private static final String INDENT = "      ";

  private final List<MachineInspector> inspectors;
  private final PrintStream out;

  /** Inspectors are asked in their order. */
  public Doctor(List<MachineInspector> inspectors, PrintStream out) {
    this.inspectors = List.copyOf(inspectors);
    this.out = out;
  }

  /** Of this machine: the JVM, what installed modules look for, transfers, and programs. */
  public static Doctor ofThisMachine(PrintStream out) {
    List<MachineInspector> inspectors = new ArrayList<>();
    inspectors.add(new JvmInspector(System.getProperties()));
    ServiceLoader.load(MachineInspector.class).forEach(inspectors::add);
    inspectors.add(TransferInspector.ofInstalledFabrics());
    inspectors.add(new ToolInspector(Tools.ofProcess()));
    return new Doctor(inspectors, out);
  }

  /** Whether everything is there that works without a GPU. */
  public boolean examine(Map<String, String> settings) {
    List<Finding> findings = new ArrayList<>();
    for (MachineInspector inspector : inspectors) {
      inspector.inspect(
          settings,
          finding -> {
            print(finding);
            findings.add(finding);
          });
    }
    out.println(
        Arrays.stream(Part.values())
            .map(part -> lower(part) + "=" + (isComplete(part, findings) ? "ready" : "lacking"))
            .collect(Collectors.joining(" ", "DOCTOR ", "")));
    return isComplete(Part.CPU, findings);
  }

  private static boolean isComplete(Part part, List<Finding> findings) {
    return findings.stream().filter(each -> each.part() == part).allMatch(Finding::isReady);
  }

  private static String lower(Part part) {
    return part.name().toLowerCase(Locale.ROOT);
  }

  private void print(Finding finding) {
    out.printf(
        Locale.ROOT,
        "%-4s  %-16s  %s%n",
        finding.isReady() ? "ok" : "--",
        finding.subject(),
        finding.summary());
    finding.details().forEach(line -> out.println(INDENT + line));
    finding
        .remedy()
        .ifPresent(what -> out.println(INDENT + "for " + lower(finding.part()) + ": " + what));
  }
}
