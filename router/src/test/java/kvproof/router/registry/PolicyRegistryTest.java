package kvproof.router.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.model.CostWeights;
import kvproof.model.PartitionKey;
import kvproof.router.config.RouterDocument;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.policy.DefaultPolicy;
import kvproof.router.policy.InputSet;
import kvproof.router.policy.Picker;
import kvproof.router.policy.PolicyFactory;
import kvproof.router.policy.PolicyTerms;
import kvproof.router.policy.RandomSource;
import kvproof.router.policy.ScoredRows;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.WorkerSelectionPolicy;
import kvproof.router.policy.WorkerType;
import kvproof.router.policy.experimental.ResidentBlocks;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies by type, instance and role. */
class PolicyRegistryTest {
  private static final String TWO_INSTANCES =
      """
      aggregated: fast
      prefill: slow
      decode: fast
      instances:
        - {name: fast, type: counting, parameters: {limit: 1}}
        - {name: slow, type: counting, parameters: {limit: 2}}
      """;

  /** Counts its own calls. */
  private static final class CountingPicker implements Picker {
    private final InputSet inputs;

    CountingPicker(InputSet inputs) {
      this.inputs = inputs;
    }

    @Override
    public InputSet inputs() {
      return inputs;
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      return 0;
    }
  }

  /** A type of policy that notes what it is asked for. */
  private static final class CountingProvider implements PolicyProvider {
    private final List<Long> made = new ArrayList<>();
    private final List<String> built = new ArrayList<>();
    private final InputSet inputs;

    CountingProvider(InputSet inputs) {
      this.inputs = inputs;
    }

    @Override
    public PolicyFactory factory(DocumentNode parameters) {
      parameters.object(List.of("limit"));
      long limit = parameters.find("limit").map(DocumentNode::count).orElse(0L);
      made.add(limit);
      return terms -> {
        built.add(limit + " " + terms.workerType().wireName() + " " + terms.partition());
        return WorkerSelectionPolicy.builder().picker(new CountingPicker(inputs)).build();
      };
    }
  }

  private static WorkerSelection selection(String section) {
    return RouterDocument.parse("worker_selection:\n  " + section.replace("\n", "\n  "))
        .workerSelection();
  }

  private static RoleNames names(WorkerSelection selection) {
    return RoleNames.of(Map.of(), Optional.empty(), selection);
  }

  private static PolicyTerms terms(WorkerType role, String model) {
    return new PolicyTerms(
        CostWeights.defaults(),
        0,
        16,
        role,
        new PartitionKey(model, "default"),
        RandomSource.splitMix(1));
  }

  private static final PolicyTerms TRIAL = terms(WorkerType.AGGREGATED, "trial");

  private static PolicyRegistry registry() {
    return PolicyRegistry.withDefault(DefaultPolicy.factory());
  }

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call).isInstanceOf(DocumentException.class).hasMessageContainingAll(words);
  }

  @Test
  @Tag("B17")
  void whatIsUnknownIsRefusedNamingWhatExists() {
    WorkerSelection two = selection(TWO_INSTANCES);
    PolicyRegistry counting = registry().register("counting", new CountingProvider(InputSet.NONE));
    RoleNames unknown = RoleNames.of(Map.of(), Optional.of("other"), two);

    assertRefused(() -> counting.resolve(two, unknown, TRIAL), "'other'", "fast, slow");
    assertRefused(
        () -> counting.resolve(WorkerSelection.none(), unknown, TRIAL), "'other'", "<none>");
    assertRefused(() -> registry().resolve(two, names(two), TRIAL), "'counting'", "<none>");
    PolicyRegistry others =
        registry()
            .register("b-type", new CountingProvider(InputSet.NONE))
            .register("a-type", new CountingProvider(InputSet.NONE));
    assertRefused(() -> others.resolve(two, names(two), TRIAL), "'counting'", "a-type, b-type");
  }

  @Test
  @Tag("B17")
  void reservedTakenAndEmptyTypesAreRefused() {
    PolicyProvider provider = new CountingProvider(InputSet.NONE);

    assertRefused(() -> registry().register("default", provider), "'default'");
    assertRefused(() -> registry().register("", provider), "no name");
    assertRefused(
        () -> registry().register("a", provider).register("a", provider), "'a'", "already");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | names no instance and no role",
        "aggregated: fast | 'worker_selection.aggregated' is 'fast'; instances: <none>",
        "encode: x, instances: [{name: b, type: t}, {name: a, type: t}] | instances: a, b",
        "instances: [{name: default, type: t}] | 'default', the built-in",
        "instances: [{name: a, type: t}, {name: a, type: u}] | 'a' for the second time",
        "instances: [{name: a}] | 'worker_selection.instances[0].type' is missing",
        "instances: [{name: a b, type: t}] | 'a b'",
        "instances: [{name: a, type: 't/u'}] | 't/u'",
        "instances: [{name: a, type: t, parameters: [1]}] | instances[0].parameters' is [1]",
        "instances: [{name: a, type: t, weight: 1}] | unknown key",
        "default: a | unknown key 'worker_selection.default'",
        "decode: 5 | 'worker_selection.decode' is 5",
      })
  @Tag("B17")
  void brokenSectionIsRefused(String section, String expected) {
    String yaml = section.equals("{}") ? section : "{" + section + "}";

    assertRefused(() -> RouterDocument.parse("worker_selection: " + yaml), expected);
  }

  @Test
  @Tag("B18")
  void defaultWithoutABuiltInPolicyIsRefused() {
    PolicyRegistry without =
        PolicyRegistry.withoutDefault().register("counting", new CountingProvider(InputSet.NONE));
    WorkerSelection two = selection(TWO_INSTANCES); // encode is left out: the default
    WorkerSelection named = selection("decode: default");

    assertRefused(() -> without.resolve(two, names(two), TRIAL), "no built-in policy");
    assertRefused(
        () -> without.resolve(named, names(named), WorkerType.DECODE, TRIAL), "no built-in policy");
    assertThat(registry().resolve(named, names(named), TRIAL).create(TRIAL).isExclusive()).isTrue();
  }

  @Test
  @Tag("B19")
  void roleIsResolvedWithoutTheTypesOfOthers() {
    WorkerSelection mixed =
        selection(
            """
            prefill: here
            decode: gone
            instances:
              - {name: here, type: counting}
              - {name: gone, type: elsewhere}
            """);
    PolicyRegistry registry = registry().register("counting", new CountingProvider(InputSet.CACHE));

    RolePolicies prefill = registry.resolve(mixed, names(mixed), WorkerType.PREFILL, TRIAL);

    assertThat(prefill.create(terms(WorkerType.PREFILL, "m")).requirements())
        .isEqualTo(InputSet.CACHE);
    assertRefused(() -> registry.resolve(mixed, names(mixed), TRIAL), "'elsewhere'");
    assertThatThrownBy(() -> prefill.create(terms(WorkerType.DECODE, "m")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("decode");
  }

  @ParameterizedTest
  @CsvSource({
    "stage, environment, document, stage",
    "' ', environment, document, environment",
    ", ' environment ', document, environment",
    ", ' ', document, document",
    ", , document, document",
    ", , , default",
    "' stage ', , , stage",
    "default, environment, document, default",
  })
  @Tag("B20")
  void stageWinsThenTheEnvironmentThenTheDocument(
      String stage, String environment, String document, String expected) {
    Map<WorkerType, String> stages = stage == null ? Map.of() : Map.of(WorkerType.PREFILL, stage);
    WorkerSelection selection =
        document == null
            ? WorkerSelection.none()
            : selection(
                "{prefill: document, encode: document, instances: [{name: document, type: t}]}");

    RoleNames names = RoleNames.of(stages, Optional.ofNullable(environment), selection);

    assertThat(names.of(WorkerType.PREFILL)).isEqualTo(expected);
    assertThat(names.of(WorkerType.ENCODE))
        .isEqualTo(
            RoleNames.of(Map.of(), Optional.ofNullable(environment), selection)
                .of(WorkerType.ENCODE))
        .isNotEqualTo("stage");
  }

  /** An instance is made once; each partition, and one trial of each role, gets its own policy. */
  @Test
  @Tag("B13")
  void eachPartitionGetsAPolicyOfItsOwnFromOneFactory() {
    CountingProvider provider = new CountingProvider(InputSet.NONE);
    WorkerSelection two = selection(TWO_INSTANCES);
    RolePolicies policies =
        registry().register("counting", provider).resolve(two, names(two), TRIAL);
    assertThat(provider.made).containsExactly(1L, 2L);
    assertThat(provider.built)
        .containsExactly(
            "1 aggregated trial/default", "2 prefill trial/default", "1 decode trial/default");
    provider.built.clear();

    WorkerSelectionPolicy first = policies.create(terms(WorkerType.DECODE, "a"));
    WorkerSelectionPolicy second = policies.create(terms(WorkerType.DECODE, "b"));
    policies.create(terms(WorkerType.PREFILL, "a"));

    assertThat(second).isNotSameAs(first);
    assertThat(provider.made).containsExactly(1L, 2L);
    assertThat(provider.built)
        .containsExactly("1 decode a/default", "1 decode b/default", "2 prefill a/default");
  }

  @Test
  void residentBlocksWithoutCacheAreRefusedWhenTheConfigurationIsRead() {
    WorkerSelection one = selection("{decode: r, instances: [{name: r, type: resident}]}");
    PolicyRegistry without =
        registry().register("resident", new CountingProvider(ResidentBlocks.INPUT));
    PolicyRegistry with =
        registry()
            .register("resident", new CountingProvider(ResidentBlocks.INPUT.plus(InputSet.CACHE)));

    assertRefused(
        () -> without.resolve(one, names(one), TRIAL), "'r'", "decode", "RESIDENT_BLOCKS", "CACHE");
    assertThat(without.resolve(one, names(one), WorkerType.PREFILL, TRIAL)).isNotNull();
    assertThat(with.resolve(one, names(one), TRIAL)).isNotNull();
  }

  @Test
  void badParametersAreRefusedNamingTheInstance() {
    WorkerSelection one =
        selection("{decode: r, instances: [{name: r, type: c, parameters: {limits: 1}}]}");
    PolicyRegistry registry = registry().register("c", new CountingProvider(InputSet.NONE));

    assertRefused(
        () -> registry.resolve(one, names(one), TRIAL),
        "policy instance 'r'",
        "worker_selection.instances[0].parameters.limits");
  }
}
