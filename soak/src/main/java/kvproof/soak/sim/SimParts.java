package kvproof.soak.sim;

import java.util.function.UnaryOperator;
import kvproof.mocknixl.kvcr.ControlChannel;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.model.transfer.TransferAgent;

/**
 * What stands between a node and its surroundings, besides the misfortunes of a fetch: nothing,
 * unless somebody wants to see a broken node found out.
 *
 * @param agent around the agent of worker and services
 * @param channel around the control channel
 * @param blocks around what the source has to offer
 */
public record SimParts(
    UnaryOperator<TransferAgent> agent,
    UnaryOperator<ControlChannel> channel,
    UnaryOperator<SourceBlocks> blocks) {

  /** Nothing. */
  public static SimParts sound() {
    return new SimParts(
        UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** Only the agent is wrapped. */
  public static SimParts agents(UnaryOperator<TransferAgent> agent) {
    return new SimParts(agent, UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** Only what the source offers is wrapped. */
  public static SimParts blocks(UnaryOperator<SourceBlocks> blocks) {
    return new SimParts(UnaryOperator.identity(), UnaryOperator.identity(), blocks);
  }
}
