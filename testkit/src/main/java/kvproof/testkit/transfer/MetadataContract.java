package kvproof.testkit.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import org.junit.jupiter.api.Test;

/** Who knows whom, and what of them. */
public abstract class MetadataContract extends NearAndFar {

  @Test
  void loadingAnswersTheNameOfThePeer() {
    assertThat(far.load(near.metadata())).isEqualTo("near");
  }

  @Test
  void metadataIsASnapshot() {
    TransferMemory later = registered(far, "l");

    refused(Category.NOT_FOUND, () -> near.prepareRemote("far", slices(later, 8, 0)));
  }

  @Test
  void newerMetadataAddsToTheOlder() {
    TransferMemory later = registered(far, "l");
    far.deregister(List.of(farMemory.region()));

    near.load(far.metadata());

    assertThat(near.prepareRemote("far", slices(later, 8, 0)).size()).isEqualTo(1);
    assertThat(near.prepareRemote("far", slices(farMemory, 8, 0)).size()).isEqualTo(1);
  }

  @Test
  void ownMetadataIsRefused() {
    refused(Category.INVALID_PARAMETER, () -> near.load(near.metadata()));
  }

  @Test
  void junkIsRefused() {
    byte[] good = far.metadata().toBytes();

    for (int length = 0; length < good.length; length++) {
      AgentMetadata cut = AgentMetadata.of(Arrays.copyOf(good, length));
      refused(Category.INVALID_PARAMETER, () -> near.load(cut));
    }
    AgentMetadata longer = AgentMetadata.of(Arrays.copyOf(good, good.length + 1));
    refused(Category.INVALID_PARAMETER, () -> near.load(longer));
  }

  @Test
  void restartedAgentIsRefusedUnderItsNameUntilTheOldOneIsForgotten() {
    far.close();
    TransferAgent restarted = agent("far");
    TransferMemory memory = registered(restarted, "r");

    refused(Category.INVALID_PARAMETER, () -> near.load(restarted.metadata()));

    near.forget("far");
    assertThat(near.load(restarted.metadata())).isEqualTo("far");
    assertThat(near.prepareRemote("far", slices(memory, 8, 0)).size()).isEqualTo(1);
  }

  @Test
  void nameOfAnOpenAgentIsTaken() {
    refused(Category.INVALID_PARAMETER, () -> open("near"));
  }

  @Test
  void forgottenPeerIsNotFound() {
    near.forget("far");

    refused(Category.NOT_FOUND, () -> near.forget("far"));
    refused(Category.NOT_FOUND, () -> near.prepareRemote("far", slices(farMemory, 8, 0)));
    refused(Category.NOT_FOUND, () -> near.notifyPeer("far", bytes("hello")));
  }

  @Test
  void ownNameIsNeverForgotten() {
    refused(Category.NOT_FOUND, () -> near.forget("near"));
  }

  @Test
  void loadingIsOneWay() {
    refused(Category.NOT_FOUND, () -> far.prepareRemote("near", slices(nearMemory, 8, 0)));
  }
}
