package kvproof.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.gpu.capi.Libc;
import kvproof.gpu.capi.NixlCapi;
import kvproof.model.transfer.AgentMetadata;

/**
 * The library's C functions played by Java: every call is noted, any can be made to fail, and each
 * handle that was given out is known until it is given back. Moves no bytes.
 *
 * <p>Strict: a handle that is not open, given back twice or of another kind is a mistake. Functions
 * run on the thread that calls them.
 */
final class ScriptedNixl {
  static final int DONE = 0;
  static final int PENDING = 1;
  static final int REFUSED = -2;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final long POINTER_BYTES = 8;
  private static final int EXCEPTION = -4;

  /** Where a function puts the handle that it makes, and the kind of that. */
  private record Maker(String kind, int outAt) {}

  private static final Map<String, Maker> MAKERS =
      Map.of(
          "create_configured_agent", new Maker("agent", 2),
          "create_params", new Maker("params", 0),
          "create_backend", new Maker("backend", 3),
          "create_reg_dlist", new Maker("reg_dlist", 1),
          "create_xfer_dlist", new Maker("xfer_dlist", 1),
          "create_notif_map", new Maker("notif_map", 0),
          "prep_xfer_dlist", new Maker("prepared", 3),
          "make_xfer_req", new Maker("request", 8));

  /** Where a function takes the handle that it ends, and the kind of that. */
  private static final Map<String, Maker> ENDERS =
      Map.of(
          "destroy_agent", new Maker("agent", 0),
          "destroy_params", new Maker("params", 0),
          "destroy_backend", new Maker("backend", 0),
          "destroy_reg_dlist", new Maker("reg_dlist", 0),
          "destroy_xfer_dlist", new Maker("xfer_dlist", 0),
          "destroy_notif_map", new Maker("notif_map", 0),
          "release_xfer_dlist_handle", new Maker("prepared", 1),
          "destroy_xfer_req", new Maker("request", 0));

  private record Arrival(String sender, byte[] payload) {}

  private final Arena arena = Arena.global();
  private final NixlCapi capi;
  private final List<String> calls = new ArrayList<>();
  private final Map<String, Deque<Integer>> scripted = new HashMap<>();
  private final Map<String, Runnable> hooks = new HashMap<>();
  private final Map<Long, String> open = new TreeMap<>();
  private final Map<Long, String> registered = new TreeMap<>();
  private final Map<Long, String> nameOfAgent = new HashMap<>();
  private final Deque<Arrival> onTheirWay = new ArrayDeque<>();
  private final Map<String, List<byte[]>> map = new TreeMap<>();
  private final List<String> mistakes = new ArrayList<>();
  private long lastHandle = 0x1000;

  ScriptedNixl() {
    Map<String, MemorySegment> stubs = new HashMap<>();
    NixlCapi.functions().forEach(function -> stubs.put(function.symbol(), stub(function)));
    capi = NixlCapi.in(name -> Optional.ofNullable(stubs.get(name)));
  }

  private MemorySegment stub(NixlCapi.Function function) {
    FunctionDescriptor types = function.types();
    try {
      MethodHandle played =
          MethodHandles.lookup()
              .findVirtual(
                  ScriptedNixl.class,
                  "play",
                  MethodType.methodType(Object.class, String.class, Object[].class))
              .bindTo(this)
              .bindTo(function.name())
              .asCollector(Object[].class, types.argumentLayouts().size())
              .asType(types.toMethodType());
      return LINKER.upcallStub(played, types, arena);
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }

  NixlCapi capi() {
    return capi;
  }

  /** The next calls of that function answer so, one after the other, and have no effect. */
  void answerNext(String function, int... statuses) {
    for (int status : statuses) {
      scripted.computeIfAbsent(function, name -> new ArrayDeque<>()).add(status);
    }
  }

  /** Runs on the calling thread at the beginning of each call of that function. */
  void at(String function, Runnable hook) {
    hooks.put(function, hook);
  }

  /** Is there to be taken from now on. */
  void arrives(String sender, String payload) {
    onTheirWay.add(new Arrival(sender, payload.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  /** The names of all functions that were called, without prefix. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  /** Those of these names alone, since the last such question. */
  List<String> callsOf(String... functions) {
    List<String> asked = calls.stream().filter(List.of(functions)::contains).toList();
    calls.clear();
    return asked;
  }

  /** The kinds of handles that were not given back, and registrations not taken back. */
  List<String> left() {
    List<String> left = new ArrayList<>(open.values());
    left.addAll(registered.values());
    return left;
  }

  void assertNothingWasWrong() {
    assertThat(mistakes).isEmpty();
  }

  /** What every stub calls. Nothing may be thrown into native code. */
  Object play(String function, Object[] arguments) {
    if (function.equals("is_stub")) {
      return false;
    }
    try {
      calls.add(function);
      Runnable hook = hooks.get(function);
      if (hook != null) {
        hook.run();
      }
      Deque<Integer> answers = scripted.get(function);
      if (answers != null && !answers.isEmpty()) {
        return answers.remove();
      }
      return effect(function, arguments);
    } catch (RuntimeException | Error mistake) {
      mistakes.add(function + ": " + mistake);
      return EXCEPTION;
    }
  }

  private int effect(String function, Object[] arguments) {
    Maker maker = MAKERS.get(function);
    if (maker != null) {
      lastHandle += 0x10;
      open.put(lastHandle, maker.kind());
      put(arguments[maker.outAt()], lastHandle);
      if (function.equals("create_configured_agent")) {
        nameOfAgent.put(lastHandle, Libc.text((MemorySegment) arguments[0]));
      }
      return DONE;
    }
    Maker ender = ENDERS.get(function);
    if (ender != null) {
      long handle = address(arguments[ender.outAt()]);
      if (!open.remove(handle, ender.kind())) {
        throw new IllegalStateException("no open " + ender.kind() + " " + handle);
      }
      return DONE;
    }
    return other(function, arguments);
  }

  private int other(String function, Object[] arguments) {
    switch (function) {
      case "register_mem" -> registered.put(address(arguments[1]), "registration");
      case "deregister_mem" -> {
        if (registered.remove(address(arguments[1])) == null) {
          throw new IllegalStateException("not registered");
        }
      }
      case "get_local_md" -> {
        byte[] written = metadata(nameOfAgent.get(address(arguments[0])), address(arguments[0]));
        put(arguments[1], copied(written).address());
        put(arguments[2], written.length);
      }
      case "load_remote_md" -> {
        byte[] read = Libc.bytes((MemorySegment) arguments[1], (long) arguments[2]);
        byte[] name = (NixlMetadata.read(AgentMetadata.of(read)).agent() + "\0").getBytes();
        put(arguments[3], copied(name).address());
      }
      case "get_notifs" -> {
        while (!onTheirWay.isEmpty()) {
          Arrival next = onTheirWay.remove();
          map.computeIfAbsent(next.sender(), name -> new ArrayList<>()).add(next.payload());
        }
      }
      case "notif_map_clear" -> map.clear();
      case "notif_map_size" -> put(arguments[1], map.size());
      case "notif_map_get_agent_at" -> {
        String sender = List.copyOf(map.keySet()).get((int) (long) arguments[1]);
        put(arguments[2], arena.allocateFrom(sender).address());
      }
      case "notif_map_get_notifs_size" ->
          put(arguments[2], map.get(Libc.text((MemorySegment) arguments[1])).size());
      case "notif_map_get_notif" -> {
        byte[] payload =
            map.get(Libc.text((MemorySegment) arguments[1])).get((int) (long) arguments[2]);
        put(arguments[3], arena.allocateFrom(JAVA_BYTE, payload).address());
        put(arguments[4], payload.length);
      }
      default -> {} // has no effect that anybody could see
    }
    return DONE;
  }

  private static long address(Object pointer) {
    return ((MemorySegment) pointer).address();
  }

  @SuppressWarnings("restricted") // An out-parameter of a C function.
  private static void put(Object out, long value) {
    ((MemorySegment) out).reinterpret(POINTER_BYTES).set(JAVA_LONG, 0, value);
  }

  /** Its owner gives it back to the C library. */
  @SuppressWarnings("restricted") // As the library allocates what it hands over.
  private static MemorySegment copied(byte[] bytes) {
    try {
      var memory =
          (MemorySegment)
              LINKER
                  .downcallHandle(
                      LINKER.defaultLookup().findOrThrow("malloc"),
                      FunctionDescriptor.of(ADDRESS, JAVA_LONG))
                  .invokeExact((long) bytes.length);
      memory.reinterpret(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      return memory;
    } catch (Throwable failure) {
      throw new AssertionError("malloc is bound wrongly", failure);
    }
  }

  /** Of an agent with one region, as NIXL 1.5.1 writes it; the handle tells its lives apart. */
  private static byte[] metadata(String agent, long handle) {
    var bytes = new MetadataBytes();
    bytes.text("nixlSerDes|").field("Agent", agent.getBytes()).field("Conns", 1L);
    bytes.field("t", "UCX".getBytes()).field("c", Long.toHexString(handle).getBytes());
    bytes.field("", "MemSection".getBytes()).field("nixlSecElms", 1L);
    bytes.field("bknd", "UCX".getBytes()).field("nixlDList", "nixlSDList".getBytes());
    bytes.field("t", new byte[4]).field("n", 1L).field("", new byte[24]);
    return bytes.toArray();
  }
}
