/** Defines the user-facing messages about KuCoin's accounts, contracts and service status. */

/** The response to the request for a stream address lacks the address or the token. */
export const NO_STREAM_ADDRESS = "KuCoin's answer has no stream address or token.";

/** KuCoin returned an undocumented status. */
export const UNKNOWN_STATUS = "KuCoin's service status is not open, close or cancelonly.";
