package kvproof.model.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.machine.Finding.Part;
import org.junit.jupiter.api.Test;

class FindingTest {

  @Test
  void whatNeedsARemedyIsNotReady() {
    assertThat(Finding.ready(Part.CPU, "NIXL", "1.5.1").isReady()).isTrue();
    assertThat(Finding.missing(Part.CPU, "NIXL", "none", "install it").isReady()).isFalse();
  }

  @Test
  void detailsLeaveTheRestAsItIsAndAreCopied() {
    List<String> details = new ArrayList<>(List.of("one"));
    Finding finding = Finding.missing(Part.GPU, "driver", "none", "install it").with(details);
    details.add("two");

    assertThat(finding)
        .isEqualTo(
            new Finding(Part.GPU, "driver", "none", List.of("one"), Optional.of("install it")));
  }
}
