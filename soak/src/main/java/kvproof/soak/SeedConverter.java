package kvproof.soak;

import kvproof.soak.report.SeedText;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a seed, decimal or hexadecimal. */
final class SeedConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return SeedText.parse(text);
    } catch (IllegalArgumentException notASeed) {
      throw new TypeConversionException(notASeed.getMessage());
    }
  }
}
