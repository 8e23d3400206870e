package kvproof.mocknixl.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.wire.FrameDecoder;
import kvproof.testkit.transfer.Interference;

/** Copies over TCP: the owner's end of a connection reads no frame until it is let go, or cut. */
public final class HeldConnections implements Interference {
  private final NettyFabric fabric;
  private final Map<String, NettyAgent> agents;

  /** The agents that are open, by name; the caller's to change. */
  public HeldConnections(NettyFabric fabric, Map<String, NettyAgent> agents) {
    this.fabric = fabric;
    this.agents = agents;
  }

  @Override
  public Optional<Held> hold(String agent) {
    List<Channel> connections = agents.get(agent).connections();
    connections.forEach(
        connection ->
            connection
                .eventLoop()
                .submit(() -> decoder(connection).pause(frames(connection)))
                .syncUninterruptibly());
    return Optional.of(new HeldBy(connections));
  }

  @Override
  public boolean cutsConnections() {
    return true;
  }

  @Override
  public boolean cancelsInTime() {
    return true;
  }

  @Override
  public boolean boundsWhatWaits() {
    return true;
  }

  private static ChannelHandlerContext frames(Channel connection) {
    return connection.pipeline().context(FrameDecoder.class);
  }

  private static FrameDecoder decoder(Channel connection) {
    return connection.pipeline().get(FrameDecoder.class);
  }

  private final class HeldBy implements Held {
    private final List<Channel> connections;

    HeldBy(List<Channel> connections) {
      this.connections = connections;
    }

    @Override
    public void release() {
      connections.forEach(connection -> decoder(connection).resume(frames(connection)));
    }

    /** What was posted has begun by then: it was handed to the I/O threads before. */
    @Override
    public void cut() {
      fabric.loops().forEach(loop -> loop.submit(() -> {}).syncUninterruptibly());
      connections.forEach(connection -> connection.close().syncUninterruptibly());
    }
  }
}
