package kvproof.mocknixl.kvcr.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadata;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbeAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteRefused;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever can be said can be written and read; whatever else comes is no frame, and no failure.
 */
class KvcrCodecPropertyTest {

  @Property
  void whatIsWrittenIsReadAsItWas(@ForAll("frames") KvcrFrame frame) {
    assertThat(KvcrCodec.decode(KvcrCodec.encode(frame))).contains(frame);
  }

  @Property
  void changedBytesNeverBreakTheReader(
      @ForAll("frames") KvcrFrame frame, @ForAll int position, @ForAll byte changed) {
    byte[] bytes = KvcrCodec.encode(frame);
    bytes[Math.floorMod(position, bytes.length)] = changed;

    Optional<KvcrFrame> read = KvcrCodec.decode(bytes);

    read.ifPresent(other -> assertThat(other.envelope()).isNotNull());
  }

  @Property
  void anyBytesAreReadOrNone(@ForAll byte[] bytes) {
    assertThat(KvcrCodec.decode(bytes)).isNotNull();
    assertThat(WriteDoneCodec.decode(bytes)).isEmpty();
  }

  @Property
  void reportsAreReadAsTheyWereWritten(@ForAll("reports") WriteDone report) {
    assertThat(WriteDoneCodec.decode(WriteDoneCodec.encode(report))).contains(report);
  }

  @Provide
  Arbitrary<WriteDone> reports() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.of(true, false),
            Arbitraries.longs().list().ofMaxSize(4).optional(),
            Arbitraries.of(true, false))
        .as(WriteDone::new);
  }

  @Provide
  Arbitrary<KvcrFrame> frames() {
    return Arbitraries.oneOf(
        Combinators.combine(full(), introductions()).as(TargetMetadata::new),
        Combinators.combine(acknowledging(), Arbitraries.longs().optional())
            .as((envelope, handle) -> new TargetMetadataAck(envelope, handle(handle))),
        Combinators.combine(full(), introductions(), Arbitraries.longs(), orders().optional())
            .as(StartWrite::new),
        Combinators.combine(full(), introductions(), Arbitraries.longs(), texts().optional())
            .as(WriteProbe::new),
        Combinators.combine(
                full(), Arbitraries.longs(), Arbitraries.of(true, false), texts().optional())
            .as(WriteProbeAck::new),
        Combinators.combine(full(), Arbitraries.longs()).as(WriteRefused::new));
  }

  private static OptionalLong handle(Optional<Long> handle) {
    return handle.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(40);
  }

  private static Arbitrary<Envelope> full() {
    return Combinators.combine(texts(), texts(), texts(), texts()).as(Envelope::of);
  }

  private static Arbitrary<Envelope> acknowledging() {
    return Combinators.combine(texts(), texts(), texts())
        .as(
            (agent, incarnation, endpoint) ->
                new Envelope(
                    Optional.of(agent),
                    Optional.of(incarnation),
                    Optional.of(endpoint),
                    Optional.empty()));
  }

  private static Arbitrary<Introduction> introductions() {
    Arbitrary<Introduction> given =
        Combinators.combine(
                Arbitraries.bytes().array(byte[].class).ofMaxSize(300), regions(), regions())
            .as(
                (metadata, framework, owned) ->
                    new Introduction.Given(
                        AgentMetadata.of(metadata), new Catalogue(framework, owned)));
    return Arbitraries.oneOf(Arbitraries.just(new Introduction.Absent()), given);
  }

  private static Arbitrary<TreeMap<String, CatalogueRegion>> regions() {
    Arbitrary<CatalogueRegion> region =
        Combinators.combine(
                Arbitraries.of("", "kv", "kv:key", "kv:*"),
                Arbitraries.of(MemoryKind.values()),
                Arbitraries.longs(),
                Arbitraries.longs().between(Long.MIN_VALUE, -1L << 40),
                Arbitraries.longs().between(1, 1 << 20),
                Arbitraries.longs().between(1, 1 << 10))
            .as(
                (label, kind, device, address, count, size) ->
                    new CatalogueRegion(label, kind, device, address, 0, count, size));
    return region
        .list()
        .ofMaxSize(3)
        .map(
            list -> {
              TreeMap<String, CatalogueRegion> regions = new TreeMap<>();
              list.forEach(each -> regions.put(each.label(), each));
              return regions;
            });
  }

  private static Arbitrary<WriteOrder> orders() {
    Arbitrary<List<BlockKey>> keys =
        Arbitraries.longs().map(BlockKey::ofHash).list().uniqueElements().ofMinSize(1).ofMaxSize(5);
    Arbitrary<Reference> references =
        Combinators.combine(
                texts(),
                Arbitraries.longs().greaterOrEqual(0),
                Arbitraries.of("", "kv", "kv:key"),
                Arbitraries.of(true, false))
            .as(Reference::new);
    return Combinators.combine(
            Arbitraries.longs().between(1, 1L << 40).map(micros -> micros / 1000.0),
            keys,
            references.list().ofMinSize(1).ofMaxSize(3),
            texts().optional(),
            Arbitraries.of(true, false))
        .as(
            (millis, wanted, parts, source, subset) ->
                new WriteOrder(
                    millis, wanted, wanted.stream().map(key -> parts).toList(), source, subset));
  }
}
