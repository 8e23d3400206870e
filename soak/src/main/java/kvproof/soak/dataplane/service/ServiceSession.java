package kvproof.soak.dataplane.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import kvproof.model.transfer.TransferAgent;
import org.jspecify.annotations.Nullable;

/**
 * Polls a service and does what lines say.
 *
 * <p>A line is a JSON object with {@code op} and a number {@code n}. Each is answered by one line
 * with {@code re}, that number, and either what was asked for or an {@code error}; {@code hint} and
 * {@code ask} are answered when they have come to something, the others at once. A line with {@code
 * event} is no answer. Everything but {@link #take}, {@link #end} and {@link #die} is for the
 * thread that runs it.
 */
public final class ServiceSession implements Runnable {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** How long a service that has nothing to do rests between two polls. */
  private static final long NAP_NANOS = 50_000;

  private static final long IDLE_WAIT_MILLIS = 5;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Consumer<String> answers;
  private final FabricChoice fabric;
  private final UnaryOperator<TransferAgent> around;
  private final List<Pending> pending = new ArrayList<>();
  private final SpeedOrders speed = new SpeedOrders();
  private @Nullable ServiceLife life;
  private boolean isReachedTold;
  private volatile boolean isEnding;
  private volatile boolean isDying;

  /**
   * @param answers takes each line that is said, without its line end
   * @param fabric what moves the bytes
   * @param around what stands between the service and its agent; nothing, if nothing is planted
   */
  public ServiceSession(
      Consumer<String> answers, FabricChoice fabric, UnaryOperator<TransferAgent> around) {
    this.answers = answers;
    this.fabric = fabric;
    this.around = around;
  }

  /** An answer that is not there yet. */
  interface Pending {
    boolean isAnswered();

    /** Once, when it is answered. */
    ObjectNode answer();
  }

  /** Hands over a line; from any thread. */
  public void take(String line) {
    lines.add(line);
  }

  /** No line follows; from any thread. What was said before is still done. */
  public void end() {
    isEnding = true;
  }

  /** Ends without another step, as if the process had been killed; from any thread. */
  public void die() {
    isDying = true;
  }

  @Override
  public void run() {
    try {
      while (!isDying && !(isEnding && lines.isEmpty())) {
        step();
      }
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | AssertionError broken) {
      say(MAPPER.createObjectNode().put("event", "broken").put("error", broken.toString()));
    } finally {
      if (life != null) {
        life.abandon();
      }
      speed.close();
    }
  }

  private void step() throws InterruptedException {
    ServiceLife polled = life;
    int arrived = polled == null ? 0 : polled.poll();
    String line =
        polled == null ? lines.poll(IDLE_WAIT_MILLIS, TimeUnit.MILLISECONDS) : lines.poll();
    if (line != null) {
      obey(line);
    }
    tellWhatIsKnown();
    if (arrived == 0 && line == null && polled != null) {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private void tellWhatIsKnown() {
    for (Pending each : List.copyOf(pending)) {
      if (each.isAnswered()) {
        pending.remove(each);
        say(each.answer());
      }
    }
    if (life != null && !isReachedTold && life.isHeld()) {
      isReachedTold = true;
      say(MAPPER.createObjectNode().put("event", "reached"));
    }
  }

  private void obey(String line) {
    long number = -1;
    try {
      JsonNode order = MAPPER.readTree(line);
      number = order.path("n").asLong();
      ObjectNode answer = MAPPER.createObjectNode().put("re", number);
      if (isAnsweredNow(order, answer)) {
        say(answer);
      }
    } catch (JsonProcessingException | RuntimeException | AssertionError failure) {
      say(MAPPER.createObjectNode().put("re", number).put("error", failure.toString()));
    }
  }

  private boolean isAnsweredNow(JsonNode order, ObjectNode answer) {
    String op = order.path("op").asText();
    switch (op) {
      case "open" -> open(OpenOrder.of(order), answer);
      case "close" -> close(answer);
      case "far" -> speed.open(order, answer);
      case "far_take" -> speed.take(answer);
      case "far_close" -> speed.close();
      case "clock" -> answer.put("nanos", System.nanoTime());
      case "hint", "ask" -> {
        pending.add(opened().begin(op, order, answer));
        return false;
      }
      default -> opened().obey(op, order, answer);
    }
    return true;
  }

  private void open(OpenOrder order, ObjectNode answer) {
    if (life != null) {
      throw new IllegalStateException("a service is open already; close it first");
    }
    isReachedTold = false;
    life = ServiceLife.open(order, fabric, around);
    life.describe(answer);
  }

  private void close(ObjectNode answer) {
    opened().close(answer);
    pending.clear();
    life = null;
  }

  private ServiceLife opened() {
    ServiceLife opened = life;
    if (opened == null) {
      throw new IllegalStateException("no service is open; open one first");
    }
    return opened;
  }

  private void say(ObjectNode answer) {
    answers.accept(answer.toString());
  }
}
