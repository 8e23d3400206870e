package kvproof.soak.field;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.outside.Capabilities;
import kvproof.soak.outside.OutsideRouter;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.run.RouterTrouble;
import kvproof.soak.run.Side;
import kvproof.testkit.Profile;

/**
 * A router behind a command as a subject: one process for all scenarios, as if just started for
 * each. After trouble the next scenario has a process of its own. For one thread.
 */
public final class OutsideSubject implements AutoCloseable {
  private final RouterCommand command;
  private final Path folder;
  private final FieldSubject subject;
  private Optional<OutsideRouter> running = Optional.empty();
  private long asked;

  /**
   * Starts the command in this folder and asks what it can.
   *
   * <p>Throws {@link java.io.UncheckedIOException} if there is no such program, and {@link
   * RouterTrouble} if it cannot be spoken to.
   */
  public OutsideSubject(RouterCommand command, Path folder) {
    this.command = command;
    this.folder = folder;
    OutsideRouter first = OutsideRouter.start(command, folder);
    this.running = Optional.of(first);
    Capabilities capabilities = first.capabilities();
    this.subject =
        new FieldSubject(
            new Side(capabilities.text(), this::fresh),
            can(capabilities),
            capabilities.isForEngineHistories() ? Profile.ENGINE : Profile.IRREGULAR,
            Optional.of(() -> asked));
  }

  /** Hints follow from choices that are made over everything; nobody reports the rest. */
  private static Set<Part> can(Capabilities capabilities) {
    Set<String> names =
        capabilities.can().stream()
            .map(kvproof.soak.outside.Part::wireName)
            .collect(Collectors.toSet());
    Set<Part> can = EnumSet.noneOf(Part.class);
    Arrays.stream(Part.values())
        .filter(part -> names.contains(part.capability()))
        .forEach(can::add);
    if (can.contains(Part.CHOICES) && can.contains(Part.CONTINUATIONS)) {
      can.add(Part.HINTS);
    }
    return can;
  }

  public FieldSubject subject() {
    return subject;
  }

  private KvRouter fresh() {
    if (running.isPresent()) {
      try {
        running.get().reset();
      } catch (RouterTrouble trouble) {
        drop();
      }
    }
    if (running.isEmpty()) {
      running = Optional.of(OutsideRouter.start(command, folder));
    }
    return new Lent(running.get());
  }

  private void drop() {
    running.ifPresent(OutsideRouter::close);
    running = Optional.empty();
  }

  @Override
  public void close() {
    drop();
  }

  /** The running router for one scenario; never closed by whoever asks it. */
  private final class Lent implements KvRouter {
    private final OutsideRouter router;

    Lent(OutsideRouter router) {
      this.router = router;
    }

    private <T> T ask(Function<OutsideRouter, T> question) {
      try {
        return question.apply(router);
      } catch (RouterTrouble trouble) {
        drop();
        throw trouble;
      }
    }

    @Override
    public ApplyStatus apply(KvCacheEvent event) {
      return ask(it -> it.apply(event));
    }

    @Override
    public void replace(ResidencySnapshot snapshot) {
      ask(it -> it.take(snapshot));
    }

    @Override
    public void replace(WorkerSnapshot snapshot) {
      ask(it -> it.take(snapshot));
    }

    @Override
    public void replace(StreamState state) {
      ask(it -> it.take(state));
    }

    @Override
    public Answer answer(Request request) {
      asked++;
      return ask(it -> it.answer(request));
    }

    @Override
    public OptionalLong residentBlocks(WorkerWithDpRank rank) {
      asked++;
      return ask(it -> it.residentBlocks(rank));
    }

    @Override
    public List<HeldBlock> heldBlocks() {
      asked++;
      return ask(OutsideRouter::heldBlocks);
    }
  }
}
