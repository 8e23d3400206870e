package kvproof.soak;

import kvproof.testkit.Profile;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a profile. */
final class ProfileConverter implements ITypeConverter<Profile> {
  @Override
  public Profile convert(String text) {
    try {
      return Profile.ofWireName(text);
    } catch (IllegalArgumentException unknown) {
      throw new TypeConversionException(unknown.getMessage());
    }
  }
}
