package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.mocknixl.kvcr.message.Introduction;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException;

/** The targets that a source can reach, each by its agent's name. */
final class Routes {
  private static final long MOST_ELEMENTS_OF_A_KIND = 1L << 31;

  private final TransferAgent agent;
  private final Predicate<Route> isCarrying;
  private final SortedMap<String, Route> byTarget = new TreeMap<>();

  /**
   * @param isCarrying whether a transfer is under way on the route, which then stays
   */
  Routes(TransferAgent agent, Predicate<Route> isCarrying) {
    this.agent = agent;
    this.isCarrying = isCarrying;
  }

  /** What a frame's sender can be reached by. */
  sealed interface Answer {
    record Found(Route route) implements Answer {}

    record Unknown(String why) implements Answer {}
  }

  Optional<Route> find(String target) {
    return Optional.ofNullable(byTarget.get(target));
  }

  boolean isCurrent(Route route) {
    return byTarget.get(route.target()) == route;
  }

  int size() {
    return byTarget.size();
  }

  /** The route that is there, or the one that the frame's introduction makes. */
  Answer resolve(String target, Introduction introduction) {
    return switch (introduction) {
      case Introduction.Absent() ->
          find(target)
              .<Answer>map(Answer.Found::new)
              .orElseGet(() -> new Answer.Unknown("nobody introduced " + target));
      case Introduction.Unreadable(String why) -> new Answer.Unknown(why);
      case Introduction.Given given -> introduce(target, given);
    };
  }

  private Answer introduce(String target, Introduction.Given given) {
    Optional<Route> known = find(target);
    if (known.filter(route -> route.isOf(given.metadata(), given.catalogue())).isPresent()) {
      return new Answer.Found(known.get());
    }
    Optional<String> problem = problem(given.catalogue());
    if (problem.isPresent()) {
      return new Answer.Unknown(problem.get());
    }
    if (known.filter(isCarrying).isPresent()) {
      return new Answer.Unknown("other memory of " + target + " is being written to");
    }
    known.ifPresent(this::unload);
    return load(target, given);
  }

  private Answer load(String target, Introduction.Given given) {
    String peer;
    try {
      peer = agent.load(given.metadata());
    } catch (TransferException refused) {
      return new Answer.Unknown(String.valueOf(refused.getMessage()));
    }
    if (byTarget.values().stream().anyMatch(route -> route.peer().equals(peer))) {
      return new Answer.Unknown(peer + " is known already, not as " + target);
    }
    Route route = new Route(target, peer, given.metadata(), given.catalogue());
    if (!isRegistered(peer, given.catalogue())) {
      agent.forget(peer);
      return new Answer.Unknown("the catalogue of " + target + " names unregistered memory");
    }
    byTarget.put(target, route);
    return new Answer.Found(route);
  }

  /** The agent alone can read the metadata, so it is asked to prepare each region as a whole. */
  private boolean isRegistered(String peer, Catalogue catalogue) {
    try {
      for (CatalogueRegion region : catalogue.regions().toList()) {
        agent.prepareRemote(peer, List.of(region.extent().whole())).close();
      }
      return true;
    } catch (TransferException outside) {
      return false;
    }
  }

  /** What is wrong with a catalogue by itself. */
  private static Optional<String> problem(Catalogue catalogue) {
    for (MemoryKind kind : MemoryKind.values()) {
      long elements = 0;
      for (CatalogueRegion region : catalogue.regions().toList()) {
        elements += region.kind() == kind ? region.count() : 0;
      }
      if (elements > MOST_ELEMENTS_OF_A_KIND) {
        return Optional.of(elements + " elements of " + kind);
      }
    }
    return Stream.concat(
            catalogue.framework().keySet().stream().filter(label -> !isLabel(label)),
            catalogue.owned().keySet().stream()
                .filter(label -> !isLabel(label) || label.endsWith(":*")))
        .findFirst()
        .map(label -> "no label of a region: '" + label + "'");
  }

  /** {@code pool} or {@code pool:part}, where the part is not empty. */
  private static boolean isLabel(String label) {
    int colon = label.indexOf(':');
    return colon < 0 || colon < label.length() - 1;
  }

  /** All but those that carry a transfer. */
  void unloadIdle() {
    Map.copyOf(byTarget).values().stream().filter(isCarrying.negate()).forEach(this::unload);
  }

  private void unload(Route route) {
    agent.forget(route.peer());
    byTarget.remove(route.target());
  }
}
