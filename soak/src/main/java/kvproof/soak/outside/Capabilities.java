package kvproof.soak.outside;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import kvproof.soak.relation.AskedRelations;

/**
 * What a router said of itself.
 *
 * <p>Islands are told with the workers, so whoever understands islands takes workers too.
 *
 * @param name of the router; empty: it did not say
 * @param version as it spells it; empty: it did not say
 * @param isForEngineHistories whether it promises exact answers for well-behaved histories only
 * @param isGreeted whether it knew the greeting; else the rest is what is assumed of such a router
 */
public record Capabilities(
    String name, String version, Set<Part> can, boolean isForEngineHistories, boolean isGreeted) {

  public Capabilities {
    Set<Part> parts = EnumSet.noneOf(Part.class);
    parts.addAll(can);
    if (parts.contains(Part.ISLANDS)) {
      parts.add(Part.WORKERS);
    }
    can = Set.copyOf(parts);
  }

  /** Of a router that knew the greeting. */
  public Capabilities(String name, String version, Set<Part> can, boolean isForEngineHistories) {
    this(name, version, can, isForEngineHistories, true);
  }

  /** Of a router that does not know the greeting. */
  public static Capabilities ofUngreeted() {
    return new Capabilities(
        "",
        "",
        EnumSet.of(Part.DEVICE, Part.LOWER, Part.CANDIDATES, Part.CHOICES, Part.DUMP),
        true,
        false);
  }

  public boolean can(Part part) {
    return can.contains(part);
  }

  /**
   * Wire names of what it cannot do, in the order of the protocol, and which relations cannot be
   * looked at therefore.
   */
  public List<String> leftOut() {
    return Stream.concat(
            EnumSet.allOf(Part.class).stream().filter(part -> !can(part)).map(Part::wireName),
            relationsLeftOut().stream())
        .toList();
  }

  /** Which relations between answers cannot be looked at, in the order of their names. */
  List<String> relationsLeftOut() {
    List<String> leftOut = new ArrayList<>();
    if (!can(Part.WORKERS) || !can(Part.CHOICES)) {
      leftOut.add(AskedRelations.LOSING_SOURCE);
    }
    if (!can(Part.DUMP)) {
      leftOut.add(AskedRelations.RESTORE);
    }
    return leftOut;
  }

  /** The name and version, as a closing line shows them: one word. */
  public String text() {
    String text = (name.isEmpty() ? "unnamed" : name) + (version.isEmpty() ? "" : "/" + version);
    return text.replaceAll("\\s+", "-");
  }

  static Set<Part> known(Collection<String> wireNames) {
    Set<Part> known = EnumSet.noneOf(Part.class);
    wireNames.forEach(name -> Part.ofWireName(name).ifPresent(known::add));
    return known;
  }
}
