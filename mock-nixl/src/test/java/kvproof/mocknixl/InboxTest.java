package kvproof.mocknixl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.mocknixl.Inbox.Inflow;
import kvproof.mocknixl.Inbox.Limit;
import kvproof.model.transfer.Notification;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final List<String> told = new ArrayList<>();

  private final Inflow way =
      new Inflow() {
        @Override
        public void pause() {
          told.add("pause");
        }

        @Override
        public void resume() {
          told.add("resume");
        }
      };

  private static Notification message(int number, int sizeBytes) {
    byte[] payload = new byte[sizeBytes];
    payload[0] = (byte) number;
    return new Notification("somebody", payload);
  }

  @Test
  void offerBeyondTheNumberIsRefusedUntilAllAreTaken() {
    var inbox = new Inbox(new Limit(2, 1_000));

    assertThat(inbox.offer(message(1, 1))).isTrue();
    assertThat(inbox.offer(message(2, 1))).isTrue();
    assertThat(inbox.offer(message(3, 1))).isFalse();
    assertThat(inbox.size()).isEqualTo(2);
    assertThat(inbox.take()).containsExactly(message(1, 1), message(2, 1));

    assertThat(inbox.offer(message(4, 1))).isTrue();
    assertThat(inbox.take()).containsExactly(message(4, 1));
  }

  @Test
  void offerBeyondTheBytesIsRefusedUntilAllAreTaken() {
    var inbox = new Inbox(new Limit(1_000, 10));

    assertThat(inbox.offer(message(1, 9))).isTrue();
    assertThat(inbox.offer(message(2, 50))).isTrue();
    assertThat(inbox.offer(message(3, 1))).isFalse();
    inbox.take();

    assertThat(inbox.offer(message(4, 9))).isTrue();
    assertThat(inbox.offer(message(5, 9))).isTrue();
  }

  @Test
  void wayThatFillsItIsPausedOnceUntilTheMessagesAreTaken() {
    var inbox = new Inbox(new Limit(2, 1_000));

    IntStream.range(0, 4).forEach(number -> inbox.add(message(number, 1), way));
    assertThat(told).containsExactly("pause");
    assertThat(inbox.take()).hasSize(4);
    assertThat(told).containsExactly("pause", "resume");

    inbox.add(message(1, 1), way);
    assertThat(told).hasSize(2);
    inbox.add(message(2, 1), way);
    assertThat(told).containsExactly("pause", "resume", "pause");
  }

  @Test
  void wayThatComesWhileItIsFullIsPaused() {
    var inbox = new Inbox(new Limit(1, 1_000));
    inbox.admit(way);
    assertThat(told).isEmpty();
    inbox.offer(message(1, 1));

    inbox.admit(way);

    assertThat(told).containsExactly("pause");
  }

  @Test
  void limitThatTakesNothingIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Limit(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Limit(1, 0));
  }
}
