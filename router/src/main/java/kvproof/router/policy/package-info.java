/**
 * Who gets a request: filters, scorers and a picker over the inputs that each of them declared.
 *
 * <p>Holds the pipeline, its views, the built-in cost and picker, and the random source. Which
 * ranks are eligible, what they hold and how loaded they are comes from the host through {@link
 * kvproof.router.policy.SelectionInputs}; booking and hints are not here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.policy;
