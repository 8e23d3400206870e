/** How what was said is folded into one number, so that two runs can be compared. */
package kvproof.soak.digest;
