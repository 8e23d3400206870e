package kvproof.events.routerevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import kvproof.model.identity.CacheOwnerId;
import kvproof.model.identity.Digest128;
import kvproof.model.identity.IdentityDigest;
import kvproof.model.identity.IdentityDigest.SourceFlag;

/** The identity of a cache owner inside an event; unlike its text form it keeps the flags. */
final class CacheOwnerIdJson {
  private static final String EXPLICIT = "explicit";
  private static final String DEFAULT_DERIVED = "default_derived";

  private CacheOwnerIdJson() {}

  static JsonNode write(CacheOwnerId owner) {
    ObjectNode source = JsonNodeFactory.instance.objectNode();
    ObjectNode pool = source.putObject(FieldNames.POOL);
    pool.putObject(FieldNames.INDEXER_DOMAIN)
        .<ObjectNode>set(FieldNames.CACHE_SEMANTICS, write(owner.cacheSemantics()))
        .set(FieldNames.ROUTING_SCOPE, write(owner.routingScope()));
    pool.set(FieldNames.DC_ID, UnsignedNode.of(owner.dataCentre()));
    return source.set(FieldNames.SLOT, write(owner.stableDpSlot()));
  }

  private static JsonNode write(IdentityDigest digest) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode bytes = node.putArray(FieldNames.DIGEST);
    for (byte value : digest.digest().bytes()) {
      bytes.add(Byte.toUnsignedInt(value));
    }
    return node.put(
        FieldNames.SOURCE,
        switch (digest.sourceFlag()) {
          case EXPLICIT -> EXPLICIT;
          case DEFAULT_DERIVED -> DEFAULT_DERIVED;
        });
  }

  static CacheOwnerId read(JsonField source) throws MalformedRouterEventException {
    JsonField pool = source.required(FieldNames.POOL);
    JsonField domain = pool.required(FieldNames.INDEXER_DOMAIN);
    return new CacheOwnerId(
        digest(domain.required(FieldNames.CACHE_SEMANTICS)),
        digest(domain.required(FieldNames.ROUTING_SCOPE)),
        pool.required(FieldNames.DC_ID).unsigned64(),
        digest(source.required(FieldNames.SLOT)));
  }

  private static IdentityDigest digest(JsonField field) throws MalformedRouterEventException {
    List<JsonField> numbers = field.required(FieldNames.DIGEST).elements();
    if (numbers.size() != Digest128.SIZE_BYTES) {
      throw field.required(FieldNames.DIGEST).not("16 bytes");
    }
    byte[] bytes = new byte[Digest128.SIZE_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) numbers.get(i).unsigned(Byte.SIZE);
    }
    return new IdentityDigest(Digest128.of(bytes), sourceFlag(field.required(FieldNames.SOURCE)));
  }

  private static SourceFlag sourceFlag(JsonField field) throws MalformedRouterEventException {
    return switch (field.text()) {
      case EXPLICIT -> SourceFlag.EXPLICIT;
      case DEFAULT_DERIVED -> SourceFlag.DEFAULT_DERIVED;
      default -> throw field.not(EXPLICIT + " or " + DEFAULT_DERIVED);
    };
  }
}
