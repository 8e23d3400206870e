package kvproof.events.msgpack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import kvproof.events.msgpack.MsgpackValue.Bool;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Opaque;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.testkit.SeededRandom;

/**
 * Writes values in any form that holds them: every width, text as bin, maps in any order and with
 * keys that occur twice. Shares nothing with the writer under test.
 */
public final class AnyWidth {
  private final SeededRandom random;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private AnyWidth(SeededRandom random) {
    this.random = random;
  }

  public static byte[] bytes(byte[] shortest, long seed) throws NotMsgpackException {
    var writer = new AnyWidth(new SeededRandom(seed));
    writer.write(MsgpackReader.first(shortest));
    return writer.bytes.toByteArray();
  }

  private void write(MsgpackValue value) {
    switch (value) {
      case Nil _ -> put(0xc0);
      case Bool(boolean truth) -> put(truth ? 0xc3 : 0xc2);
      case Int number -> number(number);
      case Real(double number) -> real(number);
      case Text(String text) -> text(text.getBytes(UTF_8));
      case Opaque _ -> {
        put(0xd4, 5, 1);
        put(0);
      }
      case Sequence(var items) -> {
        header(items.size(), 0x90, 16, 0xdc);
        items.forEach(this::write);
      }
      case Mapping(var entries) -> map(entries);
    }
  }

  private void map(List<Entry> entries) {
    List<Entry> written = new ArrayList<>();
    for (Entry entry : entries) {
      if (random.chance(20)) {
        written.add(new Entry(entry.key(), new Text("not the last"))); // and so of no account
      }
    }
    written.addAll(random.shuffled(entries));
    header(written.size(), 0x80, 16, 0xde);
    for (Entry entry : written) {
      write(entry.key());
      write(entry.value());
    }
  }

  private void number(Int number) {
    long bits = number.bits();
    List<Runnable> forms = new ArrayList<>();
    for (int shift = 0; shift < 4; shift++) {
      int sizeBytes = 1 << shift;
      int unusedBits = Long.SIZE - Byte.SIZE * sizeBytes;
      int unsignedFormat = 0xcc + shift;
      int signedFormat = 0xd0 + shift;
      if (number.isUnsigned64() && bits << unusedBits >>> unusedBits == bits) {
        forms.add(() -> put(unsignedFormat, bits, sizeBytes));
      }
      if (!number.isAboveSigned() && bits << unusedBits >> unusedBits == bits) {
        forms.add(() -> put(signedFormat, bits, sizeBytes));
      }
    }
    if (!number.isAboveSigned() && bits >= -32 && bits < 128) {
      forms.add(() -> put((int) bits));
    }
    random.pick(forms).run();
  }

  private void real(double number) {
    if ((float) number == number && random.chance(50)) {
      put(0xca, Float.floatToIntBits((float) number), Float.BYTES);
    } else {
      put(0xcb, Double.doubleToLongBits(number), Double.BYTES);
    }
  }

  private void text(byte[] utf8) {
    List<Runnable> forms = new ArrayList<>();
    for (int shift = 0; shift < 3; shift++) {
      int sizeBytes = 1 << shift;
      int strFormat = 0xd9 + shift;
      int binFormat = 0xc4 + shift;
      if ((long) utf8.length >>> (Byte.SIZE * sizeBytes) == 0) {
        forms.add(() -> put(strFormat, utf8.length, sizeBytes));
        forms.add(() -> put(binFormat, utf8.length, sizeBytes));
      }
    }
    if (utf8.length < 32) {
      forms.add(() -> put(0xa0 + utf8.length));
    }
    random.pick(forms).run();
    bytes.writeBytes(utf8);
  }

  private void header(int size, int shortFormat, int shortSizes, int format16) {
    List<Runnable> forms = new ArrayList<>();
    if (size < shortSizes) {
      forms.add(() -> put(shortFormat + size));
    }
    forms.add(() -> put(format16, size, Short.BYTES));
    forms.add(() -> put(format16 + 1, size, Integer.BYTES));
    random.pick(forms).run();
  }

  private void put(int format, long bits, int sizeBytes) {
    put(format);
    for (int shift = (sizeBytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      put((int) (bits >>> shift));
    }
  }

  private void put(int lowByte) {
    bytes.write(lowByte);
  }
}
