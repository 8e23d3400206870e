package kvproof.events.wire;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.MmObjectInfo.Offset;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.EventStyle.Form;
import kvproof.events.wire.EventStyle.HashForm;
import kvproof.events.wire.EventStyle.MmLayout;
import kvproof.events.wire.EventStyle.TailLayout;
import kvproof.model.BlockHashes;
import kvproof.model.identity.Tokens;
import kvproof.testkit.SeededRandom;

/** Any batch that a batch can be, however senseless, around the edges of every number. */
final class RandomBatches {
  private static final List<String> TEXTS =
      List.of(
          "",
          "GPU",
          "CPU",
          "DISK",
          "FS",
          "tenant-a",
          "full_attention",
          "mamba",
          "LOCAL",
          "REMOTE",
          "kvcr",
          "dynamo-cache-salt:t",
          "000000000000002a" + "0".repeat(48),
          "\u00e9\ud83d\ude00\u0000",
          "x".repeat(31),
          "x".repeat(32),
          "x".repeat(255),
          "\u00e9".repeat(128),
          "x".repeat(700));
  private static final List<Long> NUMBERS =
      List.of(
          0L,
          1L,
          2L,
          31L,
          32L,
          127L,
          128L,
          255L,
          256L,
          65_535L,
          65_536L,
          -1L,
          -32L,
          -33L,
          -128L,
          -129L,
          -32_768L,
          -32_769L,
          0x7fff_ffffL,
          0x8000_0000L,
          0xffff_ffffL,
          0x1_0000_0000L,
          Long.MAX_VALUE,
          Long.MIN_VALUE);

  private final SeededRandom random;

  private RandomBatches(SeededRandom random) {
    this.random = random;
  }

  /** A batch, and a style for each of its events that carries it. */
  record Styled(EngineBatch batch, List<EventStyle> styles) {
    byte[] payload() {
      return KvEventCodec.encode(batch, styles);
    }
  }

  static Styled draw(long seed) {
    var batches = new RandomBatches(new SeededRandom(seed));
    EngineBatch batch = batches.batch();
    return new Styled(batch, batch.events().stream().map(batches::carryingStyle).toList());
  }

  private EngineBatch batch() {
    List<EngineEvent> events = list(random.chance(5) ? 20 : 4, this::event);
    double timestamp = random.pick(List.of(0.0, 1.5, -1e300, 1.1, Double.NaN));
    return new EngineBatch(timestamp, events, optionalInt());
  }

  private EngineEvent event() {
    return switch (random.weighted(6, 3, 1, 1)) {
      case 0 -> stored();
      case 1 -> new BlockRemoved(hashes(), text(), tail());
      case 2 -> new AllBlocksCleared(optional(this::text).map(Ownership::new));
      default -> new Ignored();
    };
  }

  private BlockStored stored() {
    return new BlockStored(
        hashes(),
        random.chance(50) ? OptionalLong.empty() : OptionalLong.of(number()),
        tokenIds(),
        random.chance(70) ? 4 : number(),
        text(),
        new ContentKeys(
            text(), optional(this::text), optional(this::extraKeys), optional(this::mmInfos)),
        tail(),
        random.chance(20) ? Optional.of(text()) : Optional.empty());
  }

  private TokenIds tokenIds() {
    boolean isBigram = random.chance(30);
    int size = random.between(isBigram ? 2 : 0, random.chance(5) ? 70 : 9);
    int[] tokens = IntStream.range(0, size).map(_ -> (int) number()).toArray();
    return new TokenIds(Tokens.of(tokens), isBigram);
  }

  private BlockHashes hashes() {
    return BlockHashes.of(list(random.chance(5) ? 40 : 3, this::number));
  }

  private ExtraKeys extraKeys() {
    return new ExtraKeys(list(3, () -> list(3, this::extraKey)));
  }

  private ExtraKey extraKey() {
    return switch (random.below(6)) {
      case 0 -> new ExtraKey.Text(text());
      case 1 -> new ExtraKey.TextAtOffset(text(), integer());
      case 2 -> new ExtraKey.Whole(integer());
      case 3 -> new ExtraKey.Real(random.pick(List.of(0.5, -0.0, Double.POSITIVE_INFINITY)));
      case 4 -> new ExtraKey.Flag(random.chance(50));
      default -> new ExtraKey.ByteList(list(4, () -> random.below(256)));
    };
  }

  private List<List<MmObjectInfo>> mmInfos() {
    return list(3, () -> list(2, this::mmObject));
  }

  private MmObjectInfo mmObject() {
    return new MmObjectInfo(number(), list(2, () -> new Offset(number(), number())));
  }

  private EventTail tail() {
    return new EventTail(
        optionalInt(),
        optional(this::text).map(AttentionKind::new),
        optionalInt(),
        optional(this::text).map(Locality::new),
        optional(this::text).map(Ownership::new));
  }

  /** Any style; where it does not carry the event, the map that does. */
  private EventStyle carryingStyle(EngineEvent event) {
    EventStyle drawn =
        new EventStyle(
            random.pick(List.of(Form.values())),
            random.pick(List.of(TailLayout.values())),
            random.pick(List.of(MmLayout.values())),
            random.pick(List.of(HashForm.values())),
            random.pick(List.of(HashForm.values())),
            random.below(14),
            random.chance(70) ? 0 : random.below(4));
    return drawn.carries(event) ? drawn : drawn.withForm(Form.MAP);
  }

  private <T> List<T> list(int maxSize, Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int left = random.between(0, maxSize); left > 0; left--) {
      list.add(element.get());
    }
    return List.copyOf(list);
  }

  private <T> Optional<T> optional(Supplier<T> value) {
    return random.chance(40) ? Optional.of(value.get()) : Optional.empty();
  }

  private OptionalInt optionalInt() {
    return random.chance(40) ? OptionalInt.of((int) number()) : OptionalInt.empty();
  }

  private long number() {
    return random.chance(80) ? random.pick(NUMBERS) : random.nextLong();
  }

  private BigInteger integer() {
    long bits = number();
    return random.chance(50)
        ? BigInteger.valueOf(bits)
        : new BigInteger(Long.toUnsignedString(bits));
  }

  private String text() {
    return random.pick(TEXTS);
  }
}
