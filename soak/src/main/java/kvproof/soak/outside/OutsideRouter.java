package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.WRONG_SHAPE;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.DumpingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.run.RouterTrouble;

/**
 * A router behind the line protocol that is asked one question at a time.
 *
 * <p>An oracle takes the same steps. What the router cannot say is what the oracle says: a
 * comparison finds no difference there. A step that the router cannot be told reaches neither;
 * {@link #leftOutSteps} counts them. The status of an event is the oracle's, since the protocol
 * compares none.
 *
 * <p>Every method throws {@link RouterTrouble} if the process is gone, does not answer in time, or
 * answers what is no answer; the router is then of no more use. For one thread; closing ends the
 * process.
 */
public final class OutsideRouter implements DumpingRouter, AutoCloseable {
  private final Conversation conversation;
  private final Capabilities capabilities;
  private final AnswerReader reader;
  private ExpressibleSteps expressible;
  private OwnerInventoryOracle oracle;

  /** Over a conversation in which everything was answered. */
  OutsideRouter(Conversation conversation, Capabilities capabilities) {
    this.conversation = conversation;
    this.capabilities = capabilities;
    this.reader = new AnswerReader(capabilities);
    this.expressible = new ExpressibleSteps(capabilities);
    this.oracle = oracleFor(capabilities);
  }

  /**
   * Starts the command in this folder and greets it.
   *
   * <p>Throws {@link java.io.UncheckedIOException} if there is no such program.
   */
  public static OutsideRouter start(RouterCommand command, Path folder) {
    Conversation conversation = Conversation.start(command, folder);
    try {
      return new OutsideRouter(conversation, greet(conversation));
    } catch (RuntimeException failure) {
      conversation.close();
      throw failure;
    }
  }

  /** Asks what the router can; to be done before anything else. */
  static Capabilities greet(Conversation conversation) {
    conversation.ask(StepLines.hello());
    Optional<JsonNode> answer = conversation.answerUnlessRefused();
    try {
      return answer.isPresent() ? StateReader.hello(answer.get()) : Capabilities.ofUngreeted();
    } catch (WrongShape wrong) {
      throw conversation.trouble(WRONG_SHAPE, Objects.toString(wrong.getMessage()));
    }
  }

  /** What is right for a router that chooses among root prefixes alone, or among everything. */
  static OwnerInventoryOracle oracleFor(Capabilities capabilities) {
    return capabilities.can(Part.CONTINUATIONS)
        ? new OwnerInventoryOracle()
        : OwnerInventoryOracle.choosingAmongRootPrefixes();
  }

  public Capabilities capabilities() {
    return capabilities;
  }

  /**
   * How many steps since the start or the last {@link #reset} the router was not told, or not all
   * of, by the capability that it lacks.
   */
  public SortedMap<String, Long> leftOutSteps() {
    return expressible.leftOut();
  }

  /** The last lines of its standard error. */
  public List<String> stderr() {
    return conversation.stderr();
  }

  /** As if it had just been started. */
  public void reset() {
    conversation.tell(StepLines.reset());
    expressible = new ExpressibleSteps(capabilities);
    oracle = oracleFor(capabilities);
    reader.reset();
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    return tell(event);
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    tell(snapshot);
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    tell(snapshot);
  }

  @Override
  public void replace(StreamState state) {
    tell(state);
  }

  private ApplyStatus tell(IndexStep step) {
    Optional<IndexStep> told = expressible.of(step);
    told.ifPresent(known -> StepLines.of(known).forEach(conversation::tell));
    told.ifPresent(reader::told);
    return told.map(oracle::take).orElse(ApplyStatus.OK);
  }

  @Override
  public Answer answer(Request request) {
    conversation.ask(StepLines.query(request));
    Said said = conversation.answer();
    Answer expected = oracle.answer(request);
    return read(() -> reader.read(said, request, expected));
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    if (!capabilities.can(Part.RESIDENT)) {
      return oracle.residentBlocks(rank);
    }
    List<WorkerWithDpRank> asked = List.of(rank);
    conversation.ask(StepLines.resident(asked));
    Said said = conversation.answer();
    return read(() -> Objects.requireNonNull(StateReader.resident(said, asked).get(rank)));
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    if (!capabilities.can(Part.DUMP)) {
      return oracle.heldBlocks();
    }
    conversation.ask(StepLines.dump());
    Said said = conversation.answer();
    return read(() -> StateReader.dump(said.tree()));
  }

  @Override
  public List<Stored> dumpEvents() {
    return DumpedBlocks.asStores(heldBlocks());
  }

  private interface Reading<T> {
    T read() throws WrongShape;
  }

  private <T> T read(Reading<T> reading) {
    try {
      return reading.read();
    } catch (WrongShape wrong) {
      throw conversation.trouble(WRONG_SHAPE, Objects.toString(wrong.getMessage()));
    }
  }

  @Override
  public void close() {
    conversation.close();
  }
}
