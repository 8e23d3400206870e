package kvproof.soak.serve;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.util.Optional;

/**
 * What is said over one connection, and written down if there is a transcript: it is whole as far
 * as answers have gone out. On the channel's own thread.
 */
final class TcpConversation extends SimpleChannelInboundHandler<LineFrames.Line> {
  private final Dialogue dialogue;
  private final Optional<Transcript> transcript;
  private final long mostUnreadBytes = AnswerQueue.mostUnreadBytes();
  private long number;
  private boolean isOver;

  TcpConversation(String version, Optional<Transcript> transcript) {
    this.dialogue = new Dialogue(version);
    this.transcript = transcript;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, LineFrames.Line line)
      throws IOException {
    number++;
    Optional<byte[]> answer =
        line.isTooLong()
            ? Optional.of(Dialogue.tooLong(number, Dialogue.LONGEST_LINE_BYTES))
            : dialogue.answer(line.bytes(), number);
    if (transcript.isPresent()) {
      transcript.get().exchanged(line.bytes(), line.isTooLong(), answer);
    }
    if (answer.isPresent()) {
      answer(context, answer.get());
    }
  }

  private void answer(ChannelHandlerContext context, byte[] answer) {
    var _ = context.write(Unpooled.wrappedBuffer(answer));
    var waiting = context.channel().unsafe().outboundBuffer();
    if (waiting != null && waiting.totalPendingWriteBytes() > mostUnreadBytes) {
      var _ = context.close(); // nobody reads
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws IOException {
    if (transcript.isPresent()) {
      transcript.get().flush();
    }
    context.flush();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !isOver) {
      isOver = true;
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws IOException {
    if (transcript.isPresent()) {
      transcript.get().close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var _ = context.close();
  }
}
