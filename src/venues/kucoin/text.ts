/** Defines the user-facing messages about KuCoin's accounts, contracts and service status. */

/** The response to the request for a stream address lacks the address or the token. */
export const NO_STREAM_ADDRESS = "KuCoin's answer has no stream address or token.";

/** Descriptions of the futures service while it is not open, keyed by KuCoin's status. */
export const MAINTENANCE = {
	close: 'trading is closed',
	cancelonly: 'KuCoin accepts only cancellations',
} as const;

/** KuCoin returned an undocumented status. */
export const UNKNOWN_STATUS = "KuCoin's service status is not open, close or cancelonly.";
