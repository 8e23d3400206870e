package kvproof.router.config;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import kvproof.router.document.DocumentException;

/**
 * A value for every setting that has one: checked, immutable, safe for any thread.
 *
 * <p>Made by {@link #builder()}, or read by {@link ConfigReading} and {@link ConfigJson}. What
 * follows from it for each part of the router is in {@link ConfigParts}.
 */
public final class RouterConfig {
  private static final RouterConfig DEFAULTS = builder().build();

  /** What differs from the defaults, in the order of {@link Settings#ALL}. */
  private final Map<Setting<?>, Object> changed;

  private RouterConfig(Map<Setting<?>, Object> changed) {
    this.changed = changed;
  }

  public static RouterConfig defaults() {
    return DEFAULTS;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder that begins with what was set here. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.given.putAll(changed);
    return builder;
  }

  /** What was set, or the default; throws {@link IllegalStateException} if there is neither. */
  public <T> T value(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.name() + " has no value"));
  }

  /** What was set, or the default; absent: neither. */
  public <T> Optional<T> find(Setting<T> setting) {
    return valueOf(changed, setting);
  }

  @SuppressWarnings("unchecked") // only set() puts, and it takes a value of the setting's type
  private static <T> Optional<T> valueOf(Map<Setting<?>, Object> given, Setting<T> setting) {
    return Optional.ofNullable((T) given.get(setting)).or(setting::defaultValue);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RouterConfig config && changed.equals(config.changed);
  }

  @Override
  public int hashCode() {
    return changed.hashCode();
  }

  /** What differs from the defaults. */
  @Override
  public String toString() {
    return changed.keySet().stream()
        .map(setting -> setting.name() + "=" + text(setting))
        .collect(joining(" ", "[", "]"));
  }

  private <T> String text(Setting<T> setting) {
    return setting.kind().text().apply(value(setting));
  }

  /** Collects settings; what is set later wins. For one thread. */
  public static final class Builder {
    private final Map<Setting<?>, Object> given = new LinkedHashMap<>();
    private final Map<Setting<?>, String> origins = new LinkedHashMap<>();

    private Builder() {}

    public <T> Builder set(Setting<T> setting, T value) {
      return set(setting, value, "");
    }

    /** {@code origin} says in a refusal where the value comes from; empty: the program. */
    <T> Builder set(Setting<T> setting, T value, String origin) {
      given.put(setting, value);
      origins.put(setting, origin);
      return this;
    }

    /** Back to the default, or to no value. */
    public Builder clear(Setting<?> setting) {
      given.remove(setting);
      origins.remove(setting);
      return this;
    }

    /**
     * The configuration; throws {@link DocumentException} naming the first setting that is out of
     * its range, or the first rule between settings that is broken.
     */
    public RouterConfig build() {
      Settings.ALL.forEach(this::check);
      var config = new RouterConfig(changed());
      ConfigRules.check(config);
      return config;
    }

    private Map<Setting<?>, Object> changed() {
      Map<Setting<?>, Object> changed = new LinkedHashMap<>();
      for (Setting<?> setting : Settings.ALL) {
        Object value = given.get(setting);
        if (value != null && !setting.defaultValue().equals(Optional.of(value))) {
          changed.put(setting, value);
        }
      }
      return changed;
    }

    private <T> void check(Setting<T> setting) {
      valueOf(given, setting)
          .filter(value -> !setting.range().holds().test(value))
          .ifPresent(value -> refuse(setting, value));
    }

    private <T> void refuse(Setting<T> setting, T value) {
      String origin = origins.getOrDefault(setting, "");
      throw new DocumentException(
          setting.name()
              + " must be "
              + setting.range().wording()
              + ", not "
              + setting.kind().text().apply(value)
              + (origin.isEmpty() ? "" : " (" + origin + ")"));
    }
  }
}
