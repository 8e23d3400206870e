package kvproof.events.zmq;

import java.net.Inet6Address;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a socket is bound or connected; prints as {@link #parse} reads it. */
public sealed interface Endpoint {
  /** Throws {@code IllegalArgumentException} that names the text, if it is no endpoint. */
  static Endpoint parse(String text) {
    try {
      return parseParts(text);
    } catch (IllegalArgumentException problem) {
      throw new IllegalArgumentException(
          "no endpoint: " + text + ", " + problem.getMessage(), problem);
    }
  }

  private static Endpoint parseParts(String text) {
    int end = text.indexOf("://");
    if (end < 0) {
      throw new IllegalArgumentException("a scheme is missing");
    }
    String address = text.substring(end + "://".length());
    return switch (text.substring(0, end)) {
      case "tcp" -> Tcp.parse(address);
      case "ipc" -> new Ipc(address);
      case "inproc" -> new Inproc(address);
      default -> throw new IllegalArgumentException("the scheme is not known");
    };
  }

  /**
   * A host and a port. The host is a name, an IPv4 or IPv6 literal without brackets, or {@code *}
   * for every interface; port 0 means any free one. Neither {@code *} nor 0 can be connected to.
   */
  record Tcp(String host, int port) implements Endpoint {
    private static final Pattern ADDRESS =
        Pattern.compile("(?:\\[([0-9A-Fa-f:.]+(?:%[\\w.-]+)?)]|([^\\s:;/\\[\\]]+)):(\\d{1,5})");

    public Tcp {
      if (host.isEmpty() || port < 0 || port > 0xffff) {
        throw new IllegalArgumentException("not a host and a port: " + host + ", " + port);
      }
      if (host.indexOf(':') >= 0) {
        Inet6Address.ofLiteral(host.split("%", 2)[0]);
      }
    }

    private static Tcp parse(String address) {
      Matcher matcher = ADDRESS.matcher(address);
      if (!matcher.matches() || (matcher.group(1) != null && matcher.group(1).indexOf(':') < 0)) {
        throw new IllegalArgumentException("tcp needs host:port");
      }
      String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      return new Tcp(host, Integer.parseInt(matcher.group(3)));
    }

    boolean isIpv6() {
      return host.indexOf(':') >= 0;
    }

    @Override
    public String toString() {
      return "tcp://" + (isIpv6() ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /**
   * A path on this machine. JeroMQ turns it into a loopback port of its own choosing, so both ends
   * have to be JeroMQ; an engine in another language is not heard and says so nowhere.
   */
  record Ipc(String path) implements Endpoint {
    public Ipc {
      if (path.isEmpty()) {
        throw new IllegalArgumentException("the path is missing");
      }
    }

    @Override
    public String toString() {
      return "ipc://" + path;
    }
  }

  /** A name within one ZeroMQ context; both ends have to be opened in it. */
  record Inproc(String name) implements Endpoint {
    public Inproc {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("the name is missing");
      }
    }

    @Override
    public String toString() {
      return "inproc://" + name;
    }
  }
}
