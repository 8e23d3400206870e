package kvproof.events.wire;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import kvproof.testkit.SeededRandom;

/** Payloads that were published, or drawn, and then damaged. */
final class MutatedPayloads {
  private static final List<Vector> VECTORS = Vector.all();

  /** Heads of arrays, maps, texts, bytes and extensions whose length takes 1, 2 or 4 bytes. */
  private static final List<Integer> LENGTH_HEADS =
      List.of(0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf);

  private MutatedPayloads() {}

  static byte[] draw(long seed) {
    var random = new SeededRandom(seed);
    byte[] payload =
        random.chance(70)
            ? random.pick(VECTORS).payload()
            : RandomBatches.draw(random.nextLong()).payload();
    for (int left = 1 + random.weighted(7, 2, 1); left > 0; left--) {
      payload = mutate(payload, random);
    }
    return payload;
  }

  private static byte[] mutate(byte[] payload, SeededRandom random) {
    int at = random.between(0, payload.length);
    int end = random.between(at, payload.length);
    return switch (random.weighted(8, 1, 1, 1, 1, 1, 1)) {
      case 0 -> flipped(payload, random);
      case 1 -> Arrays.copyOf(payload, at);
      case 2 -> spliced(payload, at, at, noise(random));
      case 3 -> spliced(payload, at, end, new byte[0]);
      case 4 -> spliced(payload, at, Math.min(at + 5, payload.length), blownUpLength(random));
      case 5 -> spliced(payload, at, end, random.pick(VECTORS).payload());
      default -> spliced(payload, at, at, Arrays.copyOfRange(payload, at, end));
    };
  }

  private static byte[] flipped(byte[] payload, SeededRandom random) {
    byte[] flipped = payload.clone();
    if (flipped.length > 0) {
      flipped[random.below(flipped.length)] ^= (byte) (1 << random.below(Byte.SIZE));
    }
    return flipped;
  }

  private static byte[] noise(SeededRandom random) {
    byte[] noise = new byte[random.between(1, 6)];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) random.nextLong();
    }
    return noise;
  }

  /** A head that announces as much as it can, or nearly. */
  private static byte[] blownUpLength(SeededRandom random) {
    byte[] blownUp = new byte[5];
    Arrays.fill(blownUp, (byte) 0xff);
    blownUp[0] = random.pick(LENGTH_HEADS).byteValue();
    blownUp[1] = (byte) (random.chance(50) ? 0x7f : random.below(256));
    return blownUp;
  }

  private static byte[] spliced(byte[] payload, int start, int end, byte[] between) {
    var spliced = new ByteArrayOutputStream();
    spliced.write(payload, 0, start);
    spliced.writeBytes(between);
    spliced.write(payload, end, payload.length - end);
    return spliced.toByteArray();
  }
}
