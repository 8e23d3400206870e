package kvproof.gpu.capi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sets the bindings against the header, in words: what differs, and nothing if they agree. */
final class HeaderComparison {
  private final CHeader header;
  private final List<String> differences = new ArrayList<>();

  private HeaderComparison(CHeader header) {
    this.header = header;
  }

  static List<String> differences(CHeader header) {
    var comparison = new HeaderComparison(header);
    NixlCapi.functions().forEach(comparison::compare);
    comparison.compareConfig();
    comparison.compareConstants();
    return comparison.differences;
  }

  private void compare(NixlCapi.Function bound) {
    FunctionDescriptor declared = header.functions().get(bound.symbol());
    if (declared == null) {
      differences.add(bound.symbol() + " is not declared");
    } else if (!unnamed(declared).equals(unnamed(bound.types()))) {
      differences.add(bound.symbol() + " is " + declared + ", bound as " + bound.types());
    }
  }

  private static List<MemoryLayout> unnamed(FunctionDescriptor types) {
    List<MemoryLayout> all = new ArrayList<>();
    types.returnLayout().ifPresent(layout -> all.add(layout.withoutName()));
    types.argumentLayouts().forEach(layout -> all.add(layout.withoutName()));
    return all;
  }

  private void compareConfig() {
    Map<String, CHeader.Field> bound = new LinkedHashMap<>();
    for (MemoryLayout member : AgentConfig.LAYOUT.memberLayouts()) {
      member.name().ifPresent(name -> bound.put(name, fieldOf(name)));
    }
    Map<String, CHeader.Field> declared = header.fields("nixl_capi_agent_config_s");
    if (!List.copyOf(declared.entrySet()).equals(List.copyOf(bound.entrySet()))) {
      differences.add("agent config is " + declared + ", bound as " + bound);
    }
    long size = header.sizeOf("nixl_capi_agent_config_s");
    if (size != AgentConfig.LAYOUT.byteSize()) {
      differences.add(
          "agent config has " + size + " bytes, bound as " + AgentConfig.LAYOUT.byteSize());
    }
  }

  private static CHeader.Field fieldOf(String name) {
    var path = MemoryLayout.PathElement.groupElement(name);
    return new CHeader.Field(
        AgentConfig.LAYOUT.byteOffset(path), AgentConfig.LAYOUT.select(path).byteSize());
  }

  private void compareConstants() {
    Map<String, Integer> bound = new LinkedHashMap<>();
    bound.put("NIXL_CAPI_MEM_DRAM", NixlEnum.MEM_DRAM);
    bound.put("NIXL_CAPI_MEM_VRAM", NixlEnum.MEM_VRAM);
    bound.put("NIXL_CAPI_XFER_OP_READ", NixlEnum.XFER_OP_READ);
    bound.put("NIXL_CAPI_XFER_OP_WRITE", NixlEnum.XFER_OP_WRITE);
    bound.put("NIXL_CAPI_SUCCESS", NixlStatus.SUCCESS.number());
    bound.put("NIXL_CAPI_IN_PROG", NixlStatus.IN_PROGRESS.number());
    bound.put("NIXL_CAPI_ERROR_INVALID_PARAM", NixlStatus.INVALID_PARAMETER.number());
    bound.put("NIXL_CAPI_ERROR_BACKEND", NixlStatus.BACKEND.number());
    bound.put("NIXL_CAPI_ERROR_INVALID_STATE", NixlStatus.INVALID_STATE.number());
    bound.put("NIXL_CAPI_ERROR_EXCEPTION", NixlStatus.EXCEPTION.number());
    bound.put("NIXL_CAPI_ERROR_NO_TELEMETRY", NixlStatus.NO_TELEMETRY.number());
    bound.put("NIXL_CAPI_ERROR_NOT_FOUND", NixlStatus.NOT_FOUND.number());
    bound.forEach(
        (name, number) -> {
          Integer declared = header.constants().get(name);
          if (!number.equals(declared)) {
            differences.add(name + " is " + declared + ", bound as " + number);
          }
        });
    header.constants().keySet().stream()
        .filter(name -> name.startsWith("NIXL_CAPI_ERROR_") && !bound.containsKey(name))
        .forEach(name -> differences.add(name + " is not bound"));
  }
}
