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
 */
public record Setting<T>(
    String name,
    ValueKind<T> kind,
    Optional<T> defaultValue,
    ValueRange<T> range,
    List<String> environment,
    Unparsable unparsable,
    Scope scope) {

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

  public Setting {
    environment = List.copyOf(environment);
  }

  static <T> Setting<T> of(String name, ValueKind<T> kind, ValueRange<T> range) {
    return new Setting<>(
        name, kind, Optional.empty(), range, List.of(), Unparsable.IGNORED, Scope.SHARED);
  }

  Setting<T> byDefault(T value) {
    return new Setting<>(name, kind, Optional.of(value), range, environment, unparsable, scope);
  }

  Setting<T> from(String... names) {
    return new Setting<>(name, kind, defaultValue, range, List.of(names), unparsable, scope);
  }

  Setting<T> refusingUnparsable() {
    return new Setting<>(name, kind, defaultValue, range, environment, Unparsable.REFUSED, scope);
  }

  Setting<T> ofProcess() {
    return new Setting<>(name, kind, defaultValue, range, environment, unparsable, Scope.PROCESS);
  }

  @Override
  public String toString() {
    return name;
  }
}
