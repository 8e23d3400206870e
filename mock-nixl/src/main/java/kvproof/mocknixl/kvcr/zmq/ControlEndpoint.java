package kvproof.mocknixl.kvcr.zmq;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host and port of {@code tcp://host:port}.
 *
 * @param host a name or an IPv4 or IPv6 literal, the latter without brackets
 * @param port 1 to 65535
 */
record ControlEndpoint(String host, int port) {
  private static final int MAX_PORT = 0xffff;
  private static final Pattern SYNTAX =
      Pattern.compile("tcp://(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9][A-Za-z0-9._-]*)):([0-9]{1,5})");
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");

  /** Absent: nothing that a socket can be connected to, whatever names there are. */
  static Optional<ControlEndpoint> parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(matcher.group(3));
    if (port == 0 || port > MAX_PORT) {
      return Optional.empty();
    }
    String literal = matcher.group(1);
    return Optional.of(new ControlEndpoint(literal == null ? matcher.group(2) : literal, port));
  }

  /** Whether the host needs no looking up. */
  boolean isLiteral() {
    return isIpv6() || IPV4.matcher(host).matches();
  }

  boolean isIpv6() {
    return host.indexOf(':') >= 0;
  }

  /** The same port at a host that was looked up. */
  ControlEndpoint at(String literal) {
    return new ControlEndpoint(literal, port);
  }

  @Override
  public String toString() {
    return "tcp://" + (isIpv6() ? "[" + host + "]" : host) + ":" + port;
  }
}
