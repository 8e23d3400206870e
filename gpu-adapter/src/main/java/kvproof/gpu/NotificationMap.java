package kvproof.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvproof.gpu.capi.Libc;
import kvproof.gpu.capi.NixlCapi;
import kvproof.model.transfer.Notification;

/**
 * The library's map that notifications are taken with, by sender.
 *
 * <p>Owns the map. The library adds what has arrived to what the map has; so each is handed out
 * once, whichever of its calls fails: what could not be read stays in it, and what could not be
 * cleared is passed over. For one thread at a time.
 */
final class NotificationMap implements AutoCloseable {
  private static final MemorySegment NO_OPTIONS = MemorySegment.NULL;

  private final NixlCapi capi;
  private final MemorySegment map;

  /** How many of a sender have been handed out and are in the map all the same. */
  private final Map<String, Long> handedOut = new TreeMap<>();

  private NotificationMap(NixlCapi capi, MemorySegment map) {
    this.capi = capi;
    this.map = map;
  }

  /** Empty; {@link NixlException} if the library has none. */
  static NotificationMap open(NixlCapi capi, String doing) {
    try (Arena call = Arena.ofConfined()) {
      MemorySegment out = call.allocate(ADDRESS);
      NixlException.check("create_notif_map", capi.createNotifMap(out), doing);
      return new NotificationMap(capi, out.get(ADDRESS, 0));
    }
  }

  /** What arrived at the agent since the last call, by sender; of each in the order of arrival. */
  List<Notification> take(MemorySegment agent) {
    NixlException.check(
        "get_notifs", capi.takeNotifs(agent, map, NO_OPTIONS), "taking notifications");
    List<Notification> taken = new ArrayList<>();
    Map<String, Long> held = new TreeMap<>();
    try (Arena call = Arena.ofConfined()) {
      MemorySegment size = call.allocate(JAVA_LONG);
      NixlException.check("notif_map_size", capi.notifMapSize(map, size), "taking notifications");
      long senders = size.get(JAVA_LONG, 0);
      if (senders == 0) {
        return List.of();
      }
      for (long index = 0; index < senders; index++) {
        addFrom(index, call, taken, held);
      }
    }
    handedOut.clear();
    if (capi.notifMapClear(map) < 0) {
      handedOut.putAll(held);
    }
    return taken;
  }

  private void addFrom(
      long senderIndex, Arena call, List<Notification> taken, Map<String, Long> held) {
    String doing = "reading notifications";
    MemorySegment out = call.allocate(ADDRESS);
    MemorySegment size = call.allocate(JAVA_LONG);
    NixlException.check(
        "notif_map_get_agent_at", capi.notifMapAgentAt(map, senderIndex, out), doing);
    MemorySegment sender = out.get(ADDRESS, 0);
    NixlException.check(
        "notif_map_get_notifs_size", capi.notifMapNotifsSize(map, sender, size), doing);
    long count = size.get(JAVA_LONG, 0);
    String senderName = Libc.text(sender);
    for (long index = handedOut.getOrDefault(senderName, 0L); index < count; index++) {
      NixlException.check(
          "notif_map_get_notif", capi.notifMapNotif(map, sender, index, out, size), doing);
      byte[] payload = Libc.bytes(out.get(ADDRESS, 0), size.get(JAVA_LONG, 0));
      taken.add(new Notification(senderName, payload));
    }
    held.put(senderName, count);
  }

  /** To be called once; the agent may be gone. */
  @Override
  public void close() {
    NixlException.check("destroy_notif_map", capi.destroyNotifMap(map), "closing an agent");
  }
}
