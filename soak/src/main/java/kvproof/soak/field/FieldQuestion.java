package kvproof.soak.field;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.BlockHashes;
import kvproof.model.CountingRouter;
import kvproof.model.HashText;
import kvproof.model.HeldBlock;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.fetch.FetchReport.CarriedOut;

/**
 * The questions that a scenario may ask, and how an answer is written.
 *
 * <p>Every answer is a short text, since the right one stands in a file that people read.
 */
final class FieldQuestion {
  /*
   * credit TIER RANK        leading blocks of the prompt: on the device, or what a lower tier adds
   * under-credit TIER RANK  how much less that is than what the engine really holds
   * over-credit TIER RANK   how much more
   * ranks                   how many ranks hold the first block of the prompt on the device
   * intervals               how many intervals sources hold
   * frontier TARGET         first position that the target does not hold itself
   * source TARGET           who is chosen; none
   * end TARGET              credited end, in blocks from the root
   * hint TARGET             the hashes of its hint; none
   * endpoint TARGET         where its hint leads; none
   * resident RANK           device blocks held; absent: never seen, or removed
   * held                    blocks on all tiers
   * held TIER OWNER         their external hashes; nothing
   * detached TIER           stores of the tier whose parent was not held
   * malformed TIER          stores of the tier that were refused
   * statuses STATUS         steps of which this became, in small letters
   * counted NAME            what kvproof's own front counted
   * fetch N                 what came of the Nth fetch, from 1
   * struck N                whether its fault came about: yes, no
   */
  private final FieldWorld world;
  private final BlockHashes prompt;
  private final String[] words;

  private FieldQuestion(FieldWorld world, BlockHashes prompt, String question) {
    this.world = world;
    this.prompt = prompt;
    this.words = question.split(" ");
  }

  /** Throws {@link NotAskedException} if the subject does not answer for that. */
  static String answer(FieldWorld world, BlockHashes prompt, String question) {
    return new FieldQuestion(world, prompt, question).answer();
  }

  private String answer() {
    return switch (words[0]) {
      case "credit" -> Long.toString(credit());
      case "under-credit" -> Long.toString(Math.max(0, byEngines() - credit()));
      case "over-credit" -> Long.toString(Math.max(0, credit() - byEngines()));
      case "ranks" -> Integer.toString(asked(Part.DEVICE).device().size());
      case "intervals" -> Integer.toString(asked(Part.INTERVALS).intervals().size());
      case "frontier" -> Integer.toString(choice().frontier());
      case "source" -> choice().source().map(Owner::toString).orElse("none");
      case "end" -> Integer.toString(choice().end());
      case "hint" -> hint().map(fetch -> text(fetch.blockHashes())).orElse("none");
      case "endpoint" -> hint().map(KvHintAction.Fetch::sourceControlEndpoint).orElse("none");
      case "resident" -> resident();
      case "held" -> words.length == 1 ? Integer.toString(held().size()) : heldBy();
      case "detached" -> Long.toString(statistics().detached());
      case "malformed" -> Long.toString(statistics().malformed());
      case "statuses" -> statuses();
      case "counted" -> Long.toString(world.counted(word(1)));
      case "fetch" -> fetch().result().toString();
      case "struck" -> fetch().struck() ? "yes" : "no";
      default -> throw new IllegalArgumentException("no question begins with '" + words[0] + "'");
    };
  }

  private String word(int index) {
    if (index >= words.length) {
      throw new IllegalArgumentException("'" + String.join(" ", words) + "' lacks a word");
    }
    return words[index];
  }

  private StorageTier tier() {
    return StorageTier.ofWireName(word(1));
  }

  private WorkerWithDpRank rank(int index) {
    return WorkerWithDpRank.parse(word(index));
  }

  private Answer asked(Part part, WorkerWithDpRank... targets) {
    world.need(part);
    return world.answer(prompt, List.of(targets));
  }

  private long credit() {
    return credit(asked(tier() == StorageTier.DEVICE ? Part.DEVICE : Part.LOWER));
  }

  private long byEngines() {
    return credit(world.byEngines(prompt));
  }

  private long credit(Answer answer) {
    if (tier() == StorageTier.DEVICE) {
      var match = answer.device().get(rank(2));
      return match == null ? 0 : match.blocks();
    }
    TierAnswer found = answer.lower().get(tier());
    return found == null ? 0 : found.hits().getOrDefault(rank(2), 0);
  }

  private SourceChoice choice() {
    world.needAllSteps();
    SourceChoice found = asked(Part.CHOICES, rank(1)).choices().get(rank(1));
    if (found == null) {
      throw new IllegalStateException("no choice for the target " + rank(1));
    }
    return found;
  }

  private Optional<KvHintAction.Fetch> hint() {
    world.need(Part.HINTS);
    return choice().hint().stream()
        .flatMap(hint -> hint.actions().stream())
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(KvHintAction.Fetch.class::cast)
        .findFirst();
  }

  private static String text(BlockHashes hashes) {
    return hashes.stream().mapToObj(HashText::print).collect(Collectors.joining(" "));
  }

  private String resident() {
    world.need(Part.RESIDENT);
    OptionalLong count = world.router().residentBlocks(rank(1));
    return count.isPresent() ? Long.toString(count.getAsLong()) : "absent";
  }

  private List<HeldBlock> held() {
    world.need(Part.DUMP);
    return world.router().heldBlocks();
  }

  private String heldBy() {
    String owner = word(2);
    String hashes =
        held().stream()
            .filter(block -> block.tier() == tier() && block.owner().toString().equals(owner))
            .map(block -> HashText.print(block.externalHash()))
            .collect(Collectors.joining(" "));
    return hashes.isEmpty() ? "nothing" : hashes;
  }

  private TierStatistics statistics() {
    world.need(Part.STATISTICS);
    if (world.router() instanceof CountingRouter counting) {
      return counting.statistics(tier());
    }
    throw new NotAskedException(Part.STATISTICS);
  }

  private String statuses() {
    world.need(Part.STATUS);
    return Long.toString(
        world.statuses().stream()
            .filter(status -> status.name().toLowerCase(Locale.ROOT).equals(word(1)))
            .count());
  }

  private CarriedOut fetch() {
    int number = Integer.parseInt(word(1));
    List<CarriedOut> fetches = world.fetches().fetches();
    if (number > fetches.size()) {
      throw new IllegalStateException(
          "only " + fetches.size() + " fetches had a hint and somebody to ask");
    }
    return fetches.get(number - 1);
  }
}
