package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import kvproof.testkit.transfer.TransferAgentContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The suite is as large as it says, and an implementation's test takes all of it. */
class ContractCasesTest {
  private static final int LEAST_CASES = 60;

  @Test
  void contractHasAtLeastSixtyCases() {
    assertThat(TransferAgentContract.cases())
        .hasSizeGreaterThanOrEqualTo(LEAST_CASES)
        .doesNotHaveDuplicates();
  }

  @Test
  void inProcessAgentsRunThemAll() throws ClassNotFoundException {
    takesTheWholeSuite(Class.forName("kvproof.mocknixl.MockNixlAgentTest$Contract"));
  }

  @Test
  void agentsOverTcpRunThemAll() throws ClassNotFoundException {
    takesTheWholeSuite(Class.forName("kvproof.mocknixl.net.NettyAgentContractTest"));
  }

  /** It inherits every group and replaces none by one of its own. */
  private static void takesTheWholeSuite(Class<?> test) {
    assertThat(TransferAgentContract.class.isAssignableFrom(test)).isTrue();
    Stream<String> replaced =
        Arrays.stream(test.getDeclaredClasses())
            .filter(group -> group.isAnnotationPresent(Nested.class))
            .map(Class::getSimpleName);
    assertThat(replaced).isEmpty();
  }
}
