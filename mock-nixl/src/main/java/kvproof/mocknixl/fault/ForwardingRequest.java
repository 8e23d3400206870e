package kvproof.mocknixl.fault;

import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** Passes every call on. */
public class ForwardingRequest implements TransferRequest {
  private final TransferRequest request;

  public ForwardingRequest(TransferRequest request) {
    this.request = request;
  }

  @Override
  public void post() {
    request.post();
  }

  @Override
  public void post(byte[] notification) {
    request.post(notification);
  }

  @Override
  public TransferStatus poll() {
    return request.poll();
  }

  @Override
  public void cancel() {
    request.cancel();
  }

  @Override
  public void close() {
    request.close();
  }
}
