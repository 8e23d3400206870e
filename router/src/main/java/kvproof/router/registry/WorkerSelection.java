package kvproof.router.registry;

import static java.util.Collections.unmodifiableMap;
import static java.util.Collections.unmodifiableSortedMap;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Names;
import kvproof.router.policy.WorkerType;

/**
 * The section {@code worker_selection} of a document.
 *
 * @param roles name of an instance, or {@link #DEFAULT}, by role; a role may be left out
 * @param instances by name
 */
public record WorkerSelection(
    Map<WorkerType, String> roles, SortedMap<String, PolicyInstance> instances) {

  /** Names the built-in policy, and nothing else. */
  public static final String DEFAULT = "default";

  private static final String INSTANCES = "instances";
  private static final String NAME = "name";
  private static final String TYPE = "type";
  private static final String PARAMETERS = "parameters";

  public WorkerSelection {
    Map<WorkerType, String> named = new EnumMap<>(WorkerType.class);
    named.putAll(roles);
    roles = unmodifiableMap(named);
    instances = unmodifiableSortedMap(new TreeMap<>(instances));
  }

  /** No instance, no role. */
  public static WorkerSelection none() {
    return new WorkerSelection(Map.of(), new TreeMap<>());
  }

  /** Throws {@link DocumentException} naming the key and what is wrong with it. */
  public static WorkerSelection read(DocumentNode section) {
    List<String> keys = new ArrayList<>(List.of(INSTANCES));
    for (WorkerType type : WorkerType.values()) {
      keys.add(type.wireName());
    }
    section.object(keys);
    if (section.value().isEmpty()) {
      throw new DocumentException("'" + section.path() + "' names no instance and no role");
    }
    SortedMap<String, PolicyInstance> instances = new TreeMap<>();
    for (DocumentNode node :
        section.find(INSTANCES).map(DocumentNode::elements).orElse(List.of())) {
      PolicyInstance instance = instance(node);
      if (instances.put(instance.name(), instance) != null) {
        throw new DocumentException(
            "'" + node.path() + "." + NAME + "' is '" + instance.name() + "' for the second time");
      }
    }
    return new WorkerSelection(roles(section, instances), instances);
  }

  private static PolicyInstance instance(DocumentNode node) {
    node.object(List.of(NAME, TYPE, PARAMETERS));
    String name = Names.of(node.require(NAME));
    if (name.equals(DEFAULT)) {
      throw new DocumentException(
          "'" + node.path() + "." + NAME + "' is '" + DEFAULT + "', the built-in policy's name");
    }
    DocumentNode parameters =
        node.find(PARAMETERS)
            .orElseGet(
                () ->
                    new DocumentNode(
                        node.path() + "." + PARAMETERS, JsonNodeFactory.instance.objectNode()));
    parameters.fields(); // a mapping
    return new PolicyInstance(name, Names.of(node.require(TYPE)), parameters);
  }

  private static Map<WorkerType, String> roles(
      DocumentNode section, SortedMap<String, PolicyInstance> instances) {
    Map<WorkerType, String> roles = new EnumMap<>(WorkerType.class);
    for (WorkerType type : WorkerType.values()) {
      Optional<DocumentNode> role = section.find(type.wireName());
      if (role.isPresent()) {
        String name = role.get().text();
        if (!name.equals(DEFAULT) && !instances.containsKey(name)) {
          throw new DocumentException(
              "'" + role.get().path() + "' is '" + name + "'; instances: " + listed(instances));
        }
        roles.put(type, name);
      }
    }
    return roles;
  }

  /** Names in order, or {@code <none>}. */
  static String listed(SortedMap<String, ?> byName) {
    return byName.isEmpty() ? "<none>" : String.join(", ", byName.keySet());
  }
}
