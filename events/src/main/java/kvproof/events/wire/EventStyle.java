package kvproof.events.wire;

import java.util.Optional;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;

/**
 * How an engine lays out one event. Whatever the style, decoding gives the same event.
 *
 * <p>In array form an event is as long as its content asks: 8, 9 or 14 elements for stored blocks.
 *
 * @param tail of an array; multimodal objects are written in the old layout always
 * @param typePosition place of the key {@code type} in a map; past the end: last
 * @param surplus elements or keys behind those that the format knows, as of a newer engine
 */
public record EventStyle(
    Form form,
    TailLayout tail,
    MmLayout mm,
    HashForm blockHashes,
    HashForm parentHash,
    int typePosition,
    int surplus) {

  public enum Form {
    ARRAY,
    MAP
  }

  /** All five elements in their places, or what there is, one after the other. */
  public enum TailLayout {
    FIXED,
    LEGACY
  }

  /** Multimodal objects as arrays without names, or as maps. */
  public enum MmLayout {
    POSITIONAL,
    NAMED
  }

  public enum HashForm {
    UNSIGNED,
    SIGNED
  }

  /** As vLLM and SGLang publish; a salt makes the slot of the adapter a map, as SGLang's. */
  public static final EventStyle ARRAY =
      new EventStyle(
          Form.ARRAY,
          TailLayout.FIXED,
          MmLayout.POSITIONAL,
          HashForm.UNSIGNED,
          HashForm.UNSIGNED,
          0,
          0);

  /** Everything an event can have, with names. */
  public static final EventStyle MAP = ARRAY.withForm(Form.MAP).withMm(MmLayout.NAMED);

  public EventStyle {
    if (typePosition < 0 || surplus < 0) {
      throw new IllegalArgumentException(
          "not a style: type at " + typePosition + ", surplus of " + surplus);
    }
  }

  public EventStyle withForm(Form newForm) {
    return new EventStyle(newForm, tail, mm, blockHashes, parentHash, typePosition, surplus);
  }

  public EventStyle withTail(TailLayout newTail) {
    return new EventStyle(form, newTail, mm, blockHashes, parentHash, typePosition, surplus);
  }

  public EventStyle withMm(MmLayout newMm) {
    return new EventStyle(form, tail, newMm, blockHashes, parentHash, typePosition, surplus);
  }

  public EventStyle withHashes(HashForm newBlockHashes, HashForm newParentHash) {
    return new EventStyle(form, tail, mm, newBlockHashes, newParentHash, typePosition, surplus);
  }

  public EventStyle withTypePosition(int newTypePosition) {
    return new EventStyle(form, tail, mm, blockHashes, parentHash, newTypePosition, surplus);
  }

  public EventStyle withSurplus(int newSurplus) {
    return new EventStyle(form, tail, mm, blockHashes, parentHash, typePosition, newSurplus);
  }

  /** Whether an event in this style says everything that the event says. A map always does. */
  public boolean carries(EngineEvent event) {
    if (form == Form.MAP) {
      return true;
    }
    return switch (event) {
      case BlockStored stored ->
          stored.sessionId().isEmpty()
              && carries(stored.content())
              && carries(stored.tail(), layout(stored));
      case BlockRemoved removed -> carries(removed.tail(), tail);
      case AllBlocksCleared _, Ignored _ -> true;
    };
  }

  /** One slot for adapter and salt, and an empty salt in it is none. */
  private static boolean carries(ContentKeys content) {
    return content.cacheSalt().isEmpty()
        || (content.loraName().isEmpty() && !content.cacheSalt().equals(Optional.of("")));
  }

  /** In the old layout a window follows a group, and surplus would be taken for a part of it. */
  private boolean carries(EventTail fields, TailLayout layout) {
    return layout == TailLayout.FIXED
        || (fields.locality().isEmpty()
            && fields.ownership().isEmpty()
            && (fields.slidingWindow().isEmpty() || fields.groupIdx().isPresent())
            && surplus == 0);
  }

  TailLayout layout(BlockStored stored) {
    return stored.content().blockMmInfos().isPresent() ? TailLayout.LEGACY : tail;
  }
}
