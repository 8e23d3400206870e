package kvproof.router.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.router.document.DocumentException;

/** Takes settings from the variables of a process. */
final class EnvironmentReader {
  /** Deprecated; the one that wins first. */
  static final List<String> OVERLAP_SCORE_WEIGHT =
      List.of("DYN_ROUTER_KV_OVERLAP_SCORE_WEIGHT", "DYN_OVERLAP_SCORE_WEIGHT");

  private final Map<String, String> environment;
  private final RouterConfig.Builder builder;
  private final List<String> notices = new ArrayList<>();

  EnvironmentReader(Map<String, String> environment, RouterConfig.Builder builder) {
    this.environment = environment;
    this.builder = builder;
  }

  /** What was passed over, and why. */
  List<String> read() {
    Settings.ALL.forEach(this::take);
    Optional.ofNullable(environment.get(RefreshText.VARIABLE))
        .flatMap(text -> RefreshText.of(text).notice())
        .ifPresent(notices::add);
    takeDeprecatedWeight();
    return notices;
  }

  private void takeDeprecatedWeight() {
    for (String name : OVERLAP_SCORE_WEIGHT) {
      Optional<Double> weight = value(Settings.PREFILL_LOAD_SCALE, name);
      if (weight.isPresent()) {
        notices.add(name + " is deprecated: use DYN_ROUTER_PREFILL_LOAD_SCALE");
        OverlapScoreWeight.apply(weight.get(), name, builder);
        return;
      }
    }
  }

  /** The first variable that says something readable. */
  private <T> void take(Setting<T> setting) {
    for (String name : setting.environment()) {
      Optional<T> value = value(setting, name);
      if (value.isPresent()) {
        builder.set(setting, value.get(), name);
        return;
      }
    }
  }

  private <T> Optional<T> value(Setting<T> setting, String name) {
    String text = environment.get(name);
    if (text == null) {
      return Optional.empty();
    }
    Optional<T> value = setting.kind().ofText().apply(text);
    if (value.isEmpty()) {
      passOver(setting, name, text);
    }
    return value;
  }

  private void passOver(Setting<?> setting, String name, String text) {
    String complaint = name + " is '" + text + "', expected " + setting.kind().name();
    switch (setting.unparsable()) {
      case REFUSED -> throw new DocumentException(complaint);
      case IGNORED -> notices.add(complaint + "; ignored");
    }
  }
}
