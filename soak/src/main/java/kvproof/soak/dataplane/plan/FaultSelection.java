package kvproof.soak.dataplane.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvproof.model.FetchFault;

/** Reads which faults a run is to meet: {@code all}, or kinds apart by commas. */
public final class FaultSelection {
  private static final String ALL = "all";

  private FaultSelection() {}

  /**
   * Every phase of every kind that is named, in order.
   *
   * @throws IllegalArgumentException naming a text that is no kind, and all that are
   */
  public static List<FetchFault> parse(String text) {
    if (text.equals(ALL)) {
      return FetchFault.all();
    }
    Set<FetchFault.Kind> kinds = new TreeSet<>();
    for (String name : text.split(",", -1)) {
      kinds.add(kind(name));
    }
    return FetchFault.all().stream().filter(fault -> kinds.contains(fault.kind())).toList();
  }

  private static FetchFault.Kind kind(String name) {
    return Arrays.stream(FetchFault.Kind.values())
        .filter(kind -> name(kind).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no fault: '" + name + "'; there is " + names() + ", or all"));
  }

  /** As it is named on the command line. */
  public static String name(FetchFault.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Such as {@code lost_request while asked}. */
  public static String name(FetchFault fault) {
    return name(fault.kind()) + " while " + fault.phase().name().toLowerCase(Locale.ROOT);
  }

  private static String names() {
    return Arrays.stream(FetchFault.Kind.values())
        .map(FaultSelection::name)
        .collect(Collectors.joining(", "));
  }
}
