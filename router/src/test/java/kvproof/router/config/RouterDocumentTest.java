package kvproof.router.config;

import static kvproof.router.config.RouterConfigScenariosTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The document that configures queues: what a profile becomes, and what is refused. */
class RouterDocumentTest {
  private static final String ROOT =
      """
      default_policy_family: standard
      uncached_isl_buckets:
        - {min_tokens: 0, bucket: cached}
        - {min_tokens: 32, bucket: uncached}
      policy_classes:
        - {name: s_cached, policy_family: standard, cache_bucket: cached, quantum: 8,
           queue_policy: wspt, prefill_busy_threshold: 100}
        - {name: s_uncached, policy_family: standard, cache_bucket: uncached, quantum: 1,
           prefill_busy_threshold_frac: 0.5, request_queue_limit_per_worker: 0,
           raw_isl_token_queue_limit_per_worker: 5, cached_token_queue_limit_per_worker: 3}
        - {name: urgent, quantum: 2}
      """;

  private static final String MODEL =
      """
      models:
        large:
          default_policy_family: only
          uncached_isl_buckets: [{min_tokens: 0, bucket: all}]
          policy_classes:
            - {name: one, policy_family: only, cache_bucket: all, quantum: 3}
      """;

  private static final RouterConfig CONFIG =
      RouterConfig.builder()
          .set(Settings.ROUTER_QUEUE_THRESHOLD, 3.0)
          .set(Settings.ROUTER_QUEUE_POLICY, QueueOrder.LCFS)
          .build();

  private static QueueProfile profile(String yaml, String model) {
    return RouterDocument.parse(yaml).profiles().profile(model, CONFIG);
  }

  @Test
  void everyPartOfAProfileIsRead() {
    QueueProfile root = profile(ROOT, "any");

    assertThat(root.defaultFamily()).contains("standard");
    assertThat(root.buckets())
        .containsExactly(new CacheBucket("cached", 0), new CacheBucket("uncached", 32));
    assertThat(root.classes())
        .containsExactly(
            new QueueClass(
                "s_cached",
                Optional.of(new QueueClass.Cell("standard", "cached")),
                QueueOrder.WSPT,
                8,
                OptionalLong.of(100),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()),
            new QueueClass(
                "s_uncached",
                Optional.of(new QueueClass.Cell("standard", "uncached")),
                QueueOrder.FCFS,
                1,
                OptionalLong.empty(),
                OptionalDouble.of(0.5),
                OptionalLong.of(0),
                OptionalLong.of(5),
                OptionalLong.of(3)),
            new QueueClass(
                "urgent",
                Optional.empty(),
                QueueOrder.FCFS,
                2,
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));
  }

  @Test
  @Tag("J12")
  void modelHasItsOwnProfileAndOthersTheRootOrTheSyntheticOne() {
    QueueProfile synthetic = QueueProfile.synthetic(OptionalDouble.of(3), QueueOrder.LCFS);

    assertThat(profile(ROOT + MODEL, "large").classes())
        .extracting(QueueClass::name)
        .containsExactly("one");
    assertThat(profile(ROOT + MODEL, "small").classes())
        .extracting(QueueClass::name)
        .containsExactly("s_cached", "s_uncached", "urgent");
    assertThat(profile(MODEL, "small")).isEqualTo(synthetic);
    assertThat(PolicyProfiles.none().profile("large", CONFIG)).isEqualTo(synthetic);
    assertThat(profile("worker_selection: {decode: default}", "large")).isEqualTo(synthetic);
  }

  static Stream<Arguments> brokenDocuments() {
    return Stream.of(
        Arguments.of("", "configures nothing"),
        Arguments.of("# nothing\n", "configures nothing"),
        Arguments.of("{}", "configures nothing"),
        Arguments.of("[1]", "the document is [1], expected a mapping"),
        Arguments.of("router", "configures nothing"),
        Arguments.of("router: {", "no YAML"),
        Arguments.of("router:", "'router' is null, expected a mapping"),
        Arguments.of("router: 5", "'router' is 5, expected a mapping"),
        Arguments.of("router: {router_ttl_secs: 1, router_ttl_secs: 2}", "router_ttl_secs"),
        Arguments.of("router: &x {router_ttl_secs: 1}\nmodels: *x", "aliases are not read: *x"),
        Arguments.of("router: {}\n---\nrouter: {}", "a second document begins (line 3"),
        Arguments.of("uncached_isl_buckets: []", "'default_policy_family' is missing"),
        Arguments.of(
            "default_policy_family: a\nuncached_isl_buckets: [{min_tokens: 0, bucket: b}]",
            "'policy_classes' is missing"),
        Arguments.of("models: {large: {}}", "'models.large.default_policy_family' is missing"),
        Arguments.of("models: {large: {name: 1}}", "unknown key 'models.large.name'"),
        Arguments.of("models: {'': {}}", "has no name"),
        Arguments.of("models: [1]", "'models' is [1], expected a mapping"),
        Arguments.of("busy_worker_ratio: 1", "unknown key 'busy_worker_ratio'"));
  }

  @ParameterizedTest
  @MethodSource("brokenDocuments")
  @Tag("J11")
  void brokenDocumentIsRefused(String yaml, String expected) {
    assertRefused(() -> RouterDocument.parse(yaml), expected);
  }

  @Test
  @Tag("J11")
  void refusalNamesThePlace() {
    assertRefused(() -> RouterDocument.parse("router: {\n a: 1\n"), "no YAML", "line 3");
    assertRefused(
        () -> RouterDocument.parse(MODEL.replace("quantum: 3", "quantum: 0")),
        "models.large.policy_classes[0]",
        "quantum",
        "at least 1, not 0");
    assertRefused(
        () -> RouterDocument.parse("default_policy_family: a"),
        "'uncached_isl_buckets' is missing");
  }

  /** One word of the root profile changed, and what the refusal must name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default_policy_family: standard | default_policy_family: other | default family 'other'",
        "default_policy_family: standard | default_policy_family: a b | 'a b'",
        "min_tokens: 0 | min_tokens: 1 | 'cached' begins at 1 tokens",
        "min_tokens: 32 | min_tokens: 0 | 'uncached' begins at 0 tokens",
        "min_tokens: 32 | min_tokens: 3.5 | a whole number",
        "bucket: uncached} | bucket: cached} | two cache buckets are named 'cached'",
        "bucket: cached} | bucket: cached, more: 1} | unknown key 'uncached_isl_buckets[0].more'",
        "name: urgent | name: s_cached | named 's_cached'",
        "name: urgent | name: standard | is named as a family",
        "name: urgent | nom: urgent | unknown key 'policy_classes[2].nom'",
        "name: urgent | name: ü | expected [A-Za-z0-9_.-]+",
        "name: urgent, | policy_family: standard, name: x, | or neither",
        "cache_bucket: uncached | cache_bucket: cached | 's_cached' and 's_uncached' both serve",
        "cache_bucket: uncached | cache_bucket: huge | 's_uncached' serves 'huge', which is no bucket",
        "policy_family: standard, cache_bucket: uncached, | ' ' | 'standard' has no class for bucket 'uncached'",
        "queue_policy: wspt | queue_policy: lcfs | class 's_cached' is lcfs, expected fcfs or wspt",
        "queue_policy: wspt | queue_policy: lifo | 'policy_classes[0].queue_policy' is \"lifo\"",
        "quantum: 8 | quantum: 0 | at least 1, not 0",
        "quantum: 8 | quantum: -1 | a whole number",
        "quantum: 8, | ' ' | 'policy_classes[0].quantum' is missing",
        "threshold_frac: 0.5 | threshold_frac: -0.5 | finite and at least 0",
        "threshold_frac: 0.5 | threshold_frac: .inf | finite and at least 0",
        "threshold_frac: 0.5 | threshold_frac: .nan | finite and at least 0",
        "threshold: 100 | threshold: -1 | a whole number",
        "limit_per_worker: 5 | limit_per_worker: 5.0 | raw_isl_token_queue_limit_per_worker",
      })
  void profileWithAWordChangedIsRefused(String word, String other, String expected) {
    assertThat(ROOT).contains(word);

    assertRefused(
        () -> RouterDocument.parse(ROOT.replaceFirst(Pattern.quote(word), other)), expected);
  }

  @Test
  void classesMustNotBeEmptyEither() {
    assertRefused(
        () ->
            RouterDocument.parse(
                "default_policy_family: a\nuncached_isl_buckets: []\npolicy_classes: []"),
        "'policy_classes': a queue profile has no class");
    assertRefused(
        () ->
            RouterDocument.parse(
                ROOT.replaceAll("(?s)buckets:.*policy_classes", "buckets: []\npolicy_classes")),
        "'policy_classes': families [standard] have no cache bucket");
    assertRefused(
        () -> RouterDocument.parse(MODEL.replace("bucket: all}]", "bucket: none}]")),
        "'models.large.policy_classes': class 'one' serves 'all', which is no bucket",
        "expected one of none");
    assertRefused(
        () ->
            RouterDocument.parse(
                "default_policy_family: a\nuncached_isl_buckets: [{min_tokens: 0, bucket: b}]\n"
                    + "policy_classes: []"),
        "'policy_classes': a queue profile has no class");
  }

  @Test
  void keysOfTheDocumentAreThese() {
    assertThat(RouterDocument.parse(ROOT + MODEL + "router: {}").profiles().models())
        .containsOnlyKeys("large");
    for (String key : List.of("Router", "policies", "worker-selection")) {
      assertRefused(() -> RouterDocument.parse(ROOT + key + ": {}"), "unknown key '" + key + "'");
    }
  }
}
