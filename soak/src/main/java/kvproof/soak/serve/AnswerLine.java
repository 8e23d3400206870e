package kvproof.soak.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * One answer being written: a JSON object, then a line feed.
 *
 * <p>Numbers are unsigned JSON numbers. Fields stand in the order in which they are written.
 */
final class AnswerLine {
  private static final JsonFactory JSON = new ObjectMapper().getFactory();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
  private final JsonGenerator json;

  AnswerLine() {
    try {
      json = JSON.createGenerator(bytes);
      json.writeStartObject();
    } catch (IOException impossible) {
      throw inMemory(impossible);
    }
  }

  /** Writes into the object that is open. */
  interface Part {
    void write(JsonGenerator json) throws IOException;
  }

  AnswerLine with(Part part) {
    try {
      part.write(json);
      return this;
    } catch (IOException impossible) {
      throw inMemory(impossible);
    }
  }

  AnswerLine text(String field, String value) {
    return with(out -> out.writeStringField(field, value));
  }

  AnswerLine number(String field, long unsigned) {
    return with(
        out -> {
          out.writeFieldName(field);
          writeNumber(out, unsigned);
        });
  }

  AnswerLine node(String field, JsonNode value) {
    return with(
        out -> {
          out.writeFieldName(field);
          out.writeTree(value);
        });
  }

  byte[] finish() {
    try {
      json.writeEndObject();
      json.writeRaw('\n');
      json.close();
      return bytes.toByteArray();
    } catch (IOException impossible) {
      throw inMemory(impossible);
    }
  }

  private static UncheckedIOException inMemory(IOException impossible) {
    return new UncheckedIOException("an answer could not be built in memory", impossible);
  }

  static void writeNumber(JsonGenerator out, long unsigned) throws IOException {
    if (unsigned >= 0) {
      out.writeNumber(unsigned);
    } else {
      out.writeNumber(Long.toUnsignedString(unsigned));
    }
  }

  static void writeNumber(JsonGenerator out, OptionalLong unsigned) throws IOException {
    if (unsigned.isPresent()) {
      writeNumber(out, unsigned.getAsLong());
    } else {
      out.writeNull();
    }
  }

  /** Two elements of the open list: worker and rank, or the cache owner's name and null. */
  static void writeOwner(JsonGenerator out, Owner owner) throws IOException {
    switch (owner) {
      case WorkerWithDpRank rank -> {
        writeNumber(out, rank.workerId());
        writeNumber(out, Integer.toUnsignedLong(rank.dpRank()));
      }
      case CacheOwner cacheOwner -> {
        out.writeString(cacheOwner.name());
        out.writeNull();
      }
    }
  }
}
