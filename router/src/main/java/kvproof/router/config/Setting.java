package kvproof.router.config;

import java.util.List;
import java.util.Optional;

/**
 * One thing that can be set.
 *
 * @param name key in YAML and JSON
 * @param defaultValue absent: without a value unless somebody sets one
 * @param environment names of its variables, the one that wins first; empty: it has none
 * @param unparsable what a variable gets that is no value of the kind
 * @param scope where it may be written
 * @param part where it takes effect
 */
public record Setting<T>(
    String name,
    ValueKind<T> kind,
    Optional<T> defaultValue,
    ValueRange<T> range,
    List<String> environment,
    Unparsable unparsable,
    Scope scope,
    Part part) {

  /** What a variable gets that cannot be read. */
  public enum Unparsable {
    /** It counts as not set, and a notice says so. */
    IGNORED,
    /** The router does not start. */
    REFUSED
  }

  /** Where a setting may be written, besides the environment and the program. */
  public enum Scope {
    /** In YAML and in JSON, which travels to other processes. */
    SHARED,
    /** In YAML only: it means this process. */
    PROCESS
  }

  /** Where a setting takes effect. */
  public enum Part {
    /** Cost and picker of the default policy. */
    COST("cost"),
    /** What cached blocks of each tier are worth. */
    OVERLAP("overlap"),
    /** The load that requests put on ranks, and for how long. */
    BOOKINGS("bookings"),
    /** Which requests wait, in which order, and what happens when they waited. */
    QUEUE("queue"),
    /** What stands for engine events, or beside them. */
    PREDICTION("prediction"),
    /** Which policy a role gets. */
    REGISTRY("policies"),
    /** Which requests skip the remote prefill. */
    DISAGGREGATION("disaggregation"),
    /** Nowhere in the router: it is read and checked for the host, which has to act on it. */
    HOST("the host");

    private final String wording;

    Part(String wording) {
      this.wording = wording;
    }

    /** For people. */
    public String wording() {
      return wording;
    }
  }

  public Setting {
    environment = List.copyOf(environment);
  }

  static <T> Setting<T> of(String name, ValueKind<T> kind, ValueRange<T> range) {
    return new Setting<>(
        name,
        kind,
        Optional.empty(),
        range,
        List.of(),
        Unparsable.IGNORED,
        Scope.SHARED,
        Part.HOST);
  }

  Setting<T> byDefault(T value) {
    return new Setting<>(
        name, kind, Optional.of(value), range, environment, unparsable, scope, part);
  }

  Setting<T> from(String... names) {
    return new Setting<>(name, kind, defaultValue, range, List.of(names), unparsable, scope, part);
  }

  Setting<T> refusingUnparsable() {
    return new Setting<>(
        name, kind, defaultValue, range, environment, Unparsable.REFUSED, scope, part);
  }

  Setting<T> ofProcess() {
    return new Setting<>(
        name, kind, defaultValue, range, environment, unparsable, Scope.PROCESS, part);
  }

  /** Of those that are not given one, the host has to take care. */
  Setting<T> in(Part where) {
    return new Setting<>(name, kind, defaultValue, range, environment, unparsable, scope, where);
  }

  @Override
  public String toString() {
    return name;
  }
}
