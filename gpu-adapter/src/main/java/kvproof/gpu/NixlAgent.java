package kvproof.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import kvproof.gpu.capi.AgentConfig;
import kvproof.gpu.capi.Libc;
import kvproof.gpu.capi.NixlCapi;
import kvproof.gpu.capi.NixlEnum;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;

/**
 * An agent of the library with one backend, and the calls that it takes, in Java's types.
 *
 * <p>Owns the agent, its backend and the map that notifications are taken with. What it hands out
 * as a segment is a handle of the library: whoever asked for it gives it back here before the agent
 * is closed. A negative status is {@link NixlException}. For one thread at a time.
 */
final class NixlAgent implements AutoCloseable {
  private static final MemorySegment NO_OPTIONS = MemorySegment.NULL;

  private final NixlCapi capi;
  private final String name;
  private final MemorySegment agent;
  private final MemorySegment backend;
  private final NotificationMap notifications;
  private final DescriptorLists lists;
  private boolean closed;
  private boolean stopped;

  private NixlAgent(
      NixlCapi capi,
      String name,
      MemorySegment agent,
      MemorySegment backend,
      NotificationMap notifications) {
    this.capi = capi;
    this.name = name;
    this.agent = agent;
    this.backend = backend;
    this.notifications = notifications;
    this.lists = new DescriptorLists(capi, agent);
  }

  /** If any step fails, what the earlier ones made is destroyed. */
  static NixlAgent open(NixlCapi capi, String name, AgentSettings settings) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      MemorySegment config = AgentConfig.withProgressThread(call, settings.progressDelayMicros());
      NixlException.check(
          "create_configured_agent",
          capi.createConfiguredAgent(call.allocateFrom(name), config, out),
          "opening agent " + name);
      MemorySegment agent = out.get(ADDRESS, 0);
      try {
        MemorySegment backend = backend(capi, agent, settings.backend(), call);
        return new NixlAgent(capi, name, agent, backend, notifications(capi, name, backend));
      } catch (RuntimeException | Error failure) {
        capi.destroyAgent(agent);
        throw failure;
      }
    }
  }

  /** If it cannot be had the backend is given back too. */
  private static NotificationMap notifications(NixlCapi capi, String name, MemorySegment backend) {
    try {
      return NotificationMap.open(capi, "opening agent " + name);
    } catch (RuntimeException | Error failure) {
      capi.destroyBackend(backend);
      throw failure;
    }
  }

  private static MemorySegment backend(
      NixlCapi capi, MemorySegment agent, String plugin, Arena call) {
    String doing = "opening backend " + plugin;
    MemorySegment out = call.allocate(ADDRESS);
    NixlException.check("create_params", capi.createParams(out), doing);
    MemorySegment params = out.get(ADDRESS, 0);
    try {
      NixlException.check(
          "create_backend",
          capi.createBackend(agent, call.allocateFrom(plugin), params, out),
          doing);
      return out.get(ADDRESS, 0);
    } finally {
      capi.destroyParams(params);
    }
  }

  /** The list that {@link #deregister} takes, to be handed in once. */
  MemorySegment register(MemoryRegion region) {
    String doing = "registering " + region;
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      NixlException.check(
          "create_reg_dlist",
          capi.createRegDlist(DescriptorLists.memType(region.kind()), out),
          doing);
      MemorySegment list = out.get(ADDRESS, 0);
      try {
        NixlException.check(
            "reg_dlist_add_desc",
            capi.regDlistAddDesc(
                list,
                region.address(),
                region.sizeBytes(),
                region.deviceId(),
                MemorySegment.NULL,
                0),
            doing);
        NixlException.check("register_mem", capi.registerMem(agent, list, NO_OPTIONS), doing);
        return list;
      } catch (RuntimeException | Error failure) {
        capi.destroyRegDlist(list);
        throw failure;
      }
    }
  }

  /** If it fails the registration and its list stay. */
  void deregister(MemorySegment list, MemoryRegion region) {
    NixlException.check(
        "deregister_mem", capi.deregisterMem(agent, list, NO_OPTIONS), "deregistering " + region);
    capi.destroyRegDlist(list);
  }

  byte[] metadata() {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment data = call.allocate(ADDRESS);
      MemorySegment size = call.allocate(JAVA_LONG);
      NixlException.check("get_local_md", capi.getLocalMd(agent, data, size), "metadata");
      MemorySegment bytes = data.get(ADDRESS, 0);
      try {
        return Libc.bytes(bytes, size.get(JAVA_LONG, 0));
      } finally {
        Libc.free(bytes);
      }
    }
  }

  /** The name of the peer. Every failure is {@link Category#INVALID_PARAMETER}. */
  String load(byte[] metadata) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      int status =
          capi.loadRemoteMd(agent, call.allocateFrom(JAVA_BYTE, metadata), metadata.length, out);
      if (status < 0) {
        throw new NixlException(
            Category.INVALID_PARAMETER, "load_remote_md", status, "loading metadata");
      }
      MemorySegment peer = out.get(ADDRESS, 0);
      try {
        return Libc.text(peer);
      } finally {
        Libc.free(peer);
      }
    }
  }

  void invalidate(String peer) {
    NixlException.check("invalidate_remote_md", invalidateIfKnown(peer), "forgetting " + peer);
  }

  /** The status as it came; what was not known is no harm. */
  int invalidateIfKnown(String peer) {
    try (Arena call = Arena.ofConfined()) {
      return capi.invalidateRemoteMd(agent, call.allocateFrom(peer));
    }
  }

  /** What requests are made of. */
  DescriptorLists lists() {
    return lists;
  }

  /** A request, to be handed to {@link #destroy}. */
  MemorySegment request(
      TransferOperation operation,
      MemorySegment local,
      int[] localIndices,
      MemorySegment remote,
      int[] remoteIndices) {
    int op =
        switch (operation) {
          case READ -> NixlEnum.XFER_OP_READ;
          case WRITE -> NixlEnum.XFER_OP_WRITE;
        };
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      NixlException.check(
          "make_xfer_req",
          capi.makeXferReq(
              agent,
              op,
              local,
              call.allocateFrom(JAVA_INT, localIndices),
              localIndices.length,
              remote,
              call.allocateFrom(JAVA_INT, remoteIndices),
              remoteIndices.length,
              out,
              NO_OPTIONS),
          "making a request");
      return out.get(ADDRESS, 0);
    }
  }

  /** The status as it came. */
  int post(MemorySegment request) {
    return capi.postXferReq(agent, request, NO_OPTIONS);
  }

  /** The status as it came. */
  int status(MemorySegment request) {
    return capi.getXferStatus(agent, request);
  }

  /** Releases it first: destroyed alone it would leak. */
  void destroy(MemorySegment request) {
    NixlException.check(
        "release_xfer_req", capi.releaseXferReq(agent, request), "closing a request");
    NixlException.check("destroy_xfer_req", capi.destroyXferReq(request), "closing a request");
  }

  /** The status as it came. */
  int notify(String peer, byte[] payload) {
    try (Arena call = Arena.ofConfined()) {
      return capi.genNotif(
          agent,
          call.allocateFrom(peer),
          call.allocateFrom(JAVA_BYTE, payload),
          payload.length,
          NO_OPTIONS);
    }
  }

  /** What arrived since the last call, by sender; of each sender in the order of arrival. */
  List<Notification> takeNotifications() {
    return notifications.take(agent);
  }

  /** Everything that was asked for here has been given back. Closing twice is harmless. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      var steps = new AllSteps();
      steps.take(notifications::close);
      steps.take(
          () ->
              NixlException.check(
                  "destroy_backend", capi.destroyBackend(backend), "closing agent " + name));
      steps.take(this::stop);
      steps.end();
    }
  }

  private void stop() {
    NixlException.check("destroy_agent", capi.destroyAgent(agent), "closing agent " + name);
    stopped = true;
  }

  /** Whether the library has destroyed the agent, so that nothing of it moves any more. */
  boolean hasStopped() {
    return stopped;
  }
}
