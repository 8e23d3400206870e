package kvproof.soak;

import kvproof.testkit.CaseSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a size of cases. */
final class SizeConverter implements ITypeConverter<CaseSize> {
  @Override
  public CaseSize convert(String text) {
    try {
      return CaseSize.ofWireName(text);
    } catch (IllegalArgumentException unknown) {
      throw new TypeConversionException(unknown.getMessage());
    }
  }
}
