package kvproof.gpu.capi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of {@code wrapper.h} that are used, one method each under the C name without {@code
 * nixl_capi_}; the status comes back as it came.
 *
 * <p>A parameter that ends in {@code Out} is where the function puts its answer. {@code size_t} and
 * {@code uintptr_t} are 64 bits here, which {@link #in} checks. Nothing is locked: an agent and
 * what belongs to it is for one thread at a time. Format: {@code wrapper.h} of nixl-sys 1.5.1.
 */
@SuppressWarnings("restricted") // The one place where functions of the library are called.
public final class NixlCapi {
  /** What every function's name begins with. */
  public static final String PREFIX = "nixl_capi_";

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MemoryLayout P = ADDRESS;
  private static final MemoryLayout L = JAVA_LONG;
  private static final MemoryLayout I = JAVA_INT;
  private static final MemoryLayout Z = JAVA_BOOLEAN;

  /** In the order of declaration. */
  private static final List<Function> FUNCTIONS = new ArrayList<>();

  private static final Function IS_STUB = function("is_stub", Z);
  private static final Function CREATE_CONFIGURED_AGENT =
      function("create_configured_agent", I, P, P, P);
  private static final Function DESTROY_AGENT = function("destroy_agent", I, P);
  private static final Function CREATE_PARAMS = function("create_params", I, P);
  private static final Function DESTROY_PARAMS = function("destroy_params", I, P);
  private static final Function CREATE_BACKEND = function("create_backend", I, P, P, P, P);
  private static final Function DESTROY_BACKEND = function("destroy_backend", I, P);
  private static final Function CREATE_REG_DLIST = function("create_reg_dlist", I, I, P);
  private static final Function DESTROY_REG_DLIST = function("destroy_reg_dlist", I, P);
  private static final Function REG_DLIST_ADD_DESC =
      function("reg_dlist_add_desc", I, P, L, L, L, P, L);
  private static final Function REGISTER_MEM = function("register_mem", I, P, P, P);
  private static final Function DEREGISTER_MEM = function("deregister_mem", I, P, P, P);
  private static final Function GET_LOCAL_MD = function("get_local_md", I, P, P, P);
  private static final Function LOAD_REMOTE_MD = function("load_remote_md", I, P, P, L, P);
  private static final Function INVALIDATE_REMOTE_MD = function("invalidate_remote_md", I, P, P);
  private static final Function CREATE_XFER_DLIST = function("create_xfer_dlist", I, I, P);
  private static final Function DESTROY_XFER_DLIST = function("destroy_xfer_dlist", I, P);
  private static final Function XFER_DLIST_ADD_DESC =
      function("xfer_dlist_add_desc", I, P, L, L, L);
  private static final Function PREP_XFER_DLIST = function("prep_xfer_dlist", I, P, P, P, P, P);
  private static final Function RELEASE_XFER_DLIST_HANDLE =
      function("release_xfer_dlist_handle", I, P, P);
  private static final Function MAKE_XFER_REQ =
      function("make_xfer_req", I, P, I, P, P, L, P, P, L, P, P);
  private static final Function POST_XFER_REQ = function("post_xfer_req", I, P, P, P);
  private static final Function GET_XFER_STATUS = function("get_xfer_status", I, P, P);
  private static final Function RELEASE_XFER_REQ = function("release_xfer_req", I, P, P);
  private static final Function DESTROY_XFER_REQ = function("destroy_xfer_req", I, P);
  private static final Function CREATE_NOTIF_MAP = function("create_notif_map", I, P);
  private static final Function DESTROY_NOTIF_MAP = function("destroy_notif_map", I, P);
  private static final Function NOTIF_MAP_CLEAR = function("notif_map_clear", I, P);
  private static final Function GET_NOTIFS = function("get_notifs", I, P, P, P);
  private static final Function NOTIF_MAP_SIZE = function("notif_map_size", I, P, P);
  private static final Function NOTIF_MAP_GET_AGENT_AT =
      function("notif_map_get_agent_at", I, P, L, P);
  private static final Function NOTIF_MAP_GET_NOTIFS_SIZE =
      function("notif_map_get_notifs_size", I, P, P, P);
  private static final Function NOTIF_MAP_GET_NOTIF =
      function("notif_map_get_notif", I, P, P, L, P, P);
  private static final Function GEN_NOTIF = function("gen_notif", I, P, P, P, L, P);

  private final MemorySegment[] addresses;

  private NixlCapi(MemorySegment[] addresses) {
    this.addresses = addresses;
  }

  /** A C function: its name without prefix, its place in {@link #functions}, its types. */
  public record Function(String name, int index, FunctionDescriptor types, MethodHandle handle) {

    /** The name in the library. */
    public String symbol() {
      return PREFIX + name;
    }
  }

  private static Function function(String name, MemoryLayout result, MemoryLayout... parameters) {
    FunctionDescriptor types = FunctionDescriptor.of(result, parameters);
    var function = new Function(name, FUNCTIONS.size(), types, LINKER.downcallHandle(types));
    FUNCTIONS.add(function);
    return function;
  }

  /** All that are bound here, in the order of this class. */
  public static List<Function> functions() {
    return List.copyOf(FUNCTIONS);
  }

  /** The names of functions that the library does not have, in the order of {@link #functions}. */
  public static List<String> missingFrom(SymbolLookup library) {
    return FUNCTIONS.stream()
        .map(Function::symbol)
        .filter(symbol -> library.find(symbol).isEmpty())
        .toList();
  }

  /** The functions of this library; {@link IllegalArgumentException} if one is missing. */
  public static NixlCapi in(SymbolLookup library) {
    List<String> missing = missingFrom(library);
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("the library lacks " + String.join(", ", missing));
    }
    if (ADDRESS.byteSize() != Long.BYTES) {
      throw new IllegalArgumentException("not a 64-bit JVM: " + ADDRESS.byteSize() + " bytes");
    }
    return new NixlCapi(
        FUNCTIONS.stream()
            .map(function -> library.find(function.symbol()).orElseThrow())
            .toArray(MemorySegment[]::new));
  }

  private MemorySegment at(Function function) {
    return addresses[function.index()];
  }

  /** No C function throws: what comes out of a call is a mistake of the binding. */
  private static AssertionError unexpected(Throwable failure) {
    return new AssertionError("a call of the library threw", failure);
  }

  /** {@code nixl_capi_is_stub}: whether this build of the wrapper does nothing. */
  public boolean isStub() {
    try {
      return (boolean) IS_STUB.handle().invokeExact(at(IS_STUB));
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_configured_agent}. */
  public int createConfiguredAgent(
      MemorySegment name, MemorySegment config, MemorySegment agentOut) {
    try {
      return (int)
          CREATE_CONFIGURED_AGENT
              .handle()
              .invokeExact(at(CREATE_CONFIGURED_AGENT), name, config, agentOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_agent}. */
  public int destroyAgent(MemorySegment agent) {
    try {
      return (int) DESTROY_AGENT.handle().invokeExact(at(DESTROY_AGENT), agent);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_params}. */
  public int createParams(MemorySegment paramsOut) {
    try {
      return (int) CREATE_PARAMS.handle().invokeExact(at(CREATE_PARAMS), paramsOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_params}. */
  public int destroyParams(MemorySegment params) {
    try {
      return (int) DESTROY_PARAMS.handle().invokeExact(at(DESTROY_PARAMS), params);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_backend}. */
  public int createBackend(
      MemorySegment agent, MemorySegment plugin, MemorySegment params, MemorySegment backendOut) {
    try {
      return (int)
          CREATE_BACKEND
              .handle()
              .invokeExact(at(CREATE_BACKEND), agent, plugin, params, backendOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_backend}. */
  public int destroyBackend(MemorySegment backend) {
    try {
      return (int) DESTROY_BACKEND.handle().invokeExact(at(DESTROY_BACKEND), backend);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_reg_dlist}. */
  public int createRegDlist(int memType, MemorySegment listOut) {
    try {
      return (int) CREATE_REG_DLIST.handle().invokeExact(at(CREATE_REG_DLIST), memType, listOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_reg_dlist}. */
  public int destroyRegDlist(MemorySegment list) {
    try {
      return (int) DESTROY_REG_DLIST.handle().invokeExact(at(DESTROY_REG_DLIST), list);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_reg_dlist_add_desc}. */
  public int regDlistAddDesc(
      MemorySegment list,
      long address,
      long sizeBytes,
      long deviceId,
      MemorySegment metadata,
      long metadataBytes) {
    try {
      return (int)
          REG_DLIST_ADD_DESC
              .handle()
              .invokeExact(
                  at(REG_DLIST_ADD_DESC),
                  list,
                  address,
                  sizeBytes,
                  deviceId,
                  metadata,
                  metadataBytes);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_register_mem}. */
  public int registerMem(MemorySegment agent, MemorySegment list, MemorySegment options) {
    try {
      return (int) REGISTER_MEM.handle().invokeExact(at(REGISTER_MEM), agent, list, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_deregister_mem}. */
  public int deregisterMem(MemorySegment agent, MemorySegment list, MemorySegment options) {
    try {
      return (int) DEREGISTER_MEM.handle().invokeExact(at(DEREGISTER_MEM), agent, list, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_get_local_md}. */
  public int getLocalMd(MemorySegment agent, MemorySegment dataOut, MemorySegment sizeOut) {
    try {
      return (int) GET_LOCAL_MD.handle().invokeExact(at(GET_LOCAL_MD), agent, dataOut, sizeOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_load_remote_md}. */
  public int loadRemoteMd(
      MemorySegment agent, MemorySegment data, long sizeBytes, MemorySegment nameOut) {
    try {
      return (int)
          LOAD_REMOTE_MD.handle().invokeExact(at(LOAD_REMOTE_MD), agent, data, sizeBytes, nameOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_invalidate_remote_md}. */
  public int invalidateRemoteMd(MemorySegment agent, MemorySegment peer) {
    try {
      return (int) INVALIDATE_REMOTE_MD.handle().invokeExact(at(INVALIDATE_REMOTE_MD), agent, peer);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_xfer_dlist}. */
  public int createXferDlist(int memType, MemorySegment listOut) {
    try {
      return (int) CREATE_XFER_DLIST.handle().invokeExact(at(CREATE_XFER_DLIST), memType, listOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_xfer_dlist}. */
  public int destroyXferDlist(MemorySegment list) {
    try {
      return (int) DESTROY_XFER_DLIST.handle().invokeExact(at(DESTROY_XFER_DLIST), list);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_xfer_dlist_add_desc}. */
  public int xferDlistAddDesc(MemorySegment list, long address, long sizeBytes, long deviceId) {
    try {
      return (int)
          XFER_DLIST_ADD_DESC
              .handle()
              .invokeExact(at(XFER_DLIST_ADD_DESC), list, address, sizeBytes, deviceId);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_prep_xfer_dlist}. */
  public int prepXferDlist(
      MemorySegment agent,
      MemorySegment peer,
      MemorySegment list,
      MemorySegment preparedOut,
      MemorySegment options) {
    try {
      return (int)
          PREP_XFER_DLIST
              .handle()
              .invokeExact(at(PREP_XFER_DLIST), agent, peer, list, preparedOut, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_release_xfer_dlist_handle}. */
  public int releaseXferDlistHandle(MemorySegment agent, MemorySegment prepared) {
    try {
      return (int)
          RELEASE_XFER_DLIST_HANDLE
              .handle()
              .invokeExact(at(RELEASE_XFER_DLIST_HANDLE), agent, prepared);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_make_xfer_req}. */
  public int makeXferReq(
      MemorySegment agent,
      int operation,
      MemorySegment local,
      MemorySegment localIndices,
      long localCount,
      MemorySegment remote,
      MemorySegment remoteIndices,
      long remoteCount,
      MemorySegment requestOut,
      MemorySegment options) {
    try {
      return (int)
          MAKE_XFER_REQ
              .handle()
              .invokeExact(
                  at(MAKE_XFER_REQ),
                  agent,
                  operation,
                  local,
                  localIndices,
                  localCount,
                  remote,
                  remoteIndices,
                  remoteCount,
                  requestOut,
                  options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_post_xfer_req}. */
  public int postXferReq(MemorySegment agent, MemorySegment request, MemorySegment options) {
    try {
      return (int) POST_XFER_REQ.handle().invokeExact(at(POST_XFER_REQ), agent, request, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_get_xfer_status}. */
  public int getXferStatus(MemorySegment agent, MemorySegment request) {
    try {
      return (int) GET_XFER_STATUS.handle().invokeExact(at(GET_XFER_STATUS), agent, request);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_release_xfer_req}. */
  public int releaseXferReq(MemorySegment agent, MemorySegment request) {
    try {
      return (int) RELEASE_XFER_REQ.handle().invokeExact(at(RELEASE_XFER_REQ), agent, request);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_xfer_req}. */
  public int destroyXferReq(MemorySegment request) {
    try {
      return (int) DESTROY_XFER_REQ.handle().invokeExact(at(DESTROY_XFER_REQ), request);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_create_notif_map}. */
  public int createNotifMap(MemorySegment mapOut) {
    try {
      return (int) CREATE_NOTIF_MAP.handle().invokeExact(at(CREATE_NOTIF_MAP), mapOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_destroy_notif_map}. */
  public int destroyNotifMap(MemorySegment map) {
    try {
      return (int) DESTROY_NOTIF_MAP.handle().invokeExact(at(DESTROY_NOTIF_MAP), map);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_notif_map_clear}. */
  public int notifMapClear(MemorySegment map) {
    try {
      return (int) NOTIF_MAP_CLEAR.handle().invokeExact(at(NOTIF_MAP_CLEAR), map);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_get_notifs}. */
  public int takeNotifs(MemorySegment agent, MemorySegment map, MemorySegment options) {
    try {
      return (int) GET_NOTIFS.handle().invokeExact(at(GET_NOTIFS), agent, map, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_notif_map_size}. */
  public int notifMapSize(MemorySegment map, MemorySegment sizeOut) {
    try {
      return (int) NOTIF_MAP_SIZE.handle().invokeExact(at(NOTIF_MAP_SIZE), map, sizeOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_notif_map_get_agent_at}. */
  public int notifMapAgentAt(MemorySegment map, long index, MemorySegment nameOut) {
    try {
      return (int)
          NOTIF_MAP_GET_AGENT_AT
              .handle()
              .invokeExact(at(NOTIF_MAP_GET_AGENT_AT), map, index, nameOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_notif_map_get_notifs_size}. */
  public int notifMapNotifsSize(MemorySegment map, MemorySegment peer, MemorySegment sizeOut) {
    try {
      return (int)
          NOTIF_MAP_GET_NOTIFS_SIZE
              .handle()
              .invokeExact(at(NOTIF_MAP_GET_NOTIFS_SIZE), map, peer, sizeOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_notif_map_get_notif}. */
  public int notifMapNotif(
      MemorySegment map,
      MemorySegment peer,
      long index,
      MemorySegment dataOut,
      MemorySegment sizeOut) {
    try {
      return (int)
          NOTIF_MAP_GET_NOTIF
              .handle()
              .invokeExact(at(NOTIF_MAP_GET_NOTIF), map, peer, index, dataOut, sizeOut);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }

  /** {@code nixl_capi_gen_notif}. */
  public int genNotif(
      MemorySegment agent,
      MemorySegment peer,
      MemorySegment data,
      long sizeBytes,
      MemorySegment options) {
    try {
      return (int)
          GEN_NOTIF.handle().invokeExact(at(GEN_NOTIF), agent, peer, data, sizeBytes, options);
    } catch (Throwable failure) {
      throw unexpected(failure);
    }
  }
}
