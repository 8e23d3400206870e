package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.BookingFailure;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * From a request whose turn it is to its answer: the choice, the booking, the hint, the claim on
 * its id (selection 5.9, 5.11, 5.12, 7.7).
 *
 * <p>Catches an answer that is missing, early, or given to a caller that is gone, a booking without
 * an answer, an id that stays claimed, an id that is freed because somebody else of that name is
 * done. Blind to the order in which requests get here.
 */
final class Deciding {
  private final SchedulerSettings settings;
  private final Circumstances around;
  private final IndexNow index;
  private final Bookings bookings;
  private final Choosing choosing;
  private final SortedMap<String, Selection> claims = new TreeMap<>(); // by id
  private final List<UnansweredChoice> unanswered = new ArrayList<>();
  private final SortedSet<WorkerWithDpRank> roomier = new TreeSet<>();
  private boolean isHeld;

  Deciding(SchedulerSettings settings, Circumstances around, IndexNow index, Bookings bookings) {
    this.settings = settings;
    this.around = around;
    this.index = index;
    this.bookings = bookings;
    this.choosing = new Choosing(settings, bookings);
  }

  /** False: the id is claimed by another booking, also one that waits. */
  boolean claim(Selection selection) {
    return !selection.claims() || claims.putIfAbsent(selection.id(), selection) == null;
  }

  /** The claim of this selection; another one's on the same id stays. */
  void dropClaim(Selection selection) {
    claims.remove(selection.id(), selection);
  }

  /** Whosever claim is on the id, unless its selection waits. */
  void dropClaim(String id, Predicate<Selection> isParked) {
    claims.computeIfPresent(id, (same, claimant) -> isParked.test(claimant) ? claimant : null);
  }

  /** Those whose booking is gone and that are neither parked nor unanswered. */
  void sweepClaims(Predicate<Selection> isParked) {
    claims
        .values()
        .removeIf(
            claimant ->
                !bookings.isBooked(claimant)
                    && !isParked.test(claimant)
                    && unanswered.stream()
                        .noneMatch(choice -> choice.selection().equals(claimant)));
  }

  void refuse(Selection selection, SelectionError error) {
    around.transcript.refused(selection.id(), error);
    dropClaim(selection);
  }

  void choose(Selection selection, PromptLookup lookup) {
    choose(selection, lookup, Optional.empty());
  }

  /** {@code replaced} is the look-up of the arrival, if this is a later one. */
  void choose(Selection selection, PromptLookup lookup, Optional<PromptLookup> replaced) {
    SelectionRequest request = selection.request();
    Candidates candidates = Candidates.of(around.fleet, request.constraints());
    if (candidates.error().isPresent()) {
      refuse(selection, candidates.error().get());
      return;
    }
    List<CostedRow> rows =
        choosing.rows(request, lookup, candidates.ranks(), around.fleet, around.now);
    Optional<SelectionError> costError = Choosing.costError(rows);
    if (costError.isPresent()) {
      refuse(selection, costError.get());
    } else if (selection.books() && bookings.isBooked(request.id())) {
      choosing.pickUnseen(request, rows);
      refuse(selection, new BookingFailure("booked already: " + request.id()));
    } else {
      List<CostedRow> ofArrival =
          replaced
              .filter(earlier -> around.witness.isListening())
              .map(
                  earlier ->
                      choosing.rows(request, earlier, candidates.ranks(), around.fleet, around.now))
              .orElse(rows);
      WorkerWithDpRank taken = take(selection, lookup, rows);
      around.witness.chose(
          new WeighedChoice(
              request,
              taken,
              choosing.terms(request, rows),
              rows,
              ofArrival,
              replaced.isPresent()));
    }
  }

  private WorkerWithDpRank take(Selection selection, PromptLookup lookup, List<CostedRow> rows) {
    SelectionRequest request = selection.request();
    var check = new ChosenCheck(settings, request, lookup, bookings, rows);
    Chosen chosen = around.transcript.chosen(request.id(), request.admission());
    CostedRow row = choosing.pick(request, rows, chosen, around.transcript);
    if (chosen != null && row.rank().equals(chosen.rank())) {
      check.check(chosen, row, around.transcript);
    }
    Booking booking =
        selection.books() ? book(selection, row.rank(), check.effectivePrefill(row.rank())) : null;
    var choice = new UnansweredChoice(selection, row.rank(), row.source(), booking);
    if (isHeld && !selection.isAdvisory()) {
      unanswered.add(choice);
    } else {
      answer(choice);
    }
    return row.rank();
  }

  private Booking book(Selection selection, WorkerWithDpRank rank, long effectivePrefill) {
    SelectionRequest request = selection.request();
    long tokens = CostTerms.isTracked(settings, request) ? effectivePrefill : 0;
    OptionalLong perToken = settings.prefillNanosPerToken();
    var booking =
        new Booking(
            selection,
            rank,
            TrackedBlocks.of(request),
            TrackedBlocks.areShared(request),
            tokens,
            perToken.isPresent()
                ? OptionalLong.of(perToken.getAsLong() * tokens)
                : OptionalLong.empty(),
            around.now);
    if (bookings.add(booking)) {
      roomier.add(rank);
    }
    return booking;
  }

  void hold(boolean held) {
    isHeld = held;
    if (!held) {
      List<UnansweredChoice> told = List.copyOf(unanswered);
      unanswered.clear();
      told.forEach(this::answer);
    }
  }

  private void answer(UnansweredChoice choice) {
    SelectionRequest request = choice.selection().request();
    boolean isGone = !around.fleet.isMember(choice.rank());
    if (isGone && request.admission() != Admission.LEASE) {
      freeIfBooked(choice.booking());
      refuse(choice.selection(), new SelectedWorkerGone(choice.rank()));
      return;
    }
    Optional<KvHint> hint =
        choice.selection().books()
            ? index.hintNow(choice.source(), request.id(), choice.rank())
            : Optional.empty();
    around.transcript.answered(request.id(), hint);
  }

  /** Undoes every choice under that id that nobody was told of. */
  void cancel(String requestId) {
    for (UnansweredChoice choice : List.copyOf(unanswered)) {
      if (choice.selection().id().equals(requestId)) {
        unanswered.remove(choice);
        freeIfBooked(choice.booking());
        dropClaim(choice.selection());
      }
    }
  }

  /** Exactly this booking, not a later one under the same id. */
  private void freeIfBooked(@Nullable Booking booking) {
    if (booking != null && bookings.isBooked(booking.selection())) {
      free(booking);
    }
  }

  void free(Booking booking) {
    bookings.release(booking, around.now);
    roomier.add(booking.rank());
  }

  void hint(WorkerWithDpRank rank) {
    roomier.add(rank);
  }

  boolean isHinted() {
    return !roomier.isEmpty();
  }

  /** The ranks on which room may have been made since they were taken last. */
  SortedSet<WorkerWithDpRank> takeHints() {
    SortedSet<WorkerWithDpRank> taken = new TreeSet<>(roomier);
    roomier.clear();
    return taken;
  }
}
