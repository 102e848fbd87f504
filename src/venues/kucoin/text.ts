/** Defines the user-facing messages about KuCoin's accounts, contracts and service status. */

/** Says that the leverage exceeds the contract's maximum. @param symbol contract with this maximum */
export function leverageTooHigh(leverage: string, symbol: string, leverageMax: number): string {
	return `The leverage is ${leverage}, but KuCoin allows at most ${leverageMax} for ${symbol}. Lower it.`;
}

/** Says that KuCoin accepts only whole-number leverage. */
export function leverageNotWhole(leverage: string): string {
	return `The leverage is ${leverage}, but KuCoin accepts only whole numbers.`;
}

/**
 * Says that the key belongs to a unified account. A message without a full stop. @param mode KuCoin's name for the
 * account mode
 */
export function unifiedAccount(mode: string): string {
	return `The account is a unified account (${mode}), which KuCoin cannot convert back; a classic account is needed. Use a classic account or sub-account`;
}

/** The response to the request for a stream address lacks the address or the token. */
export const NO_STREAM_ADDRESS = "KuCoin's answer has no stream address or token.";

/** Descriptions of the futures service while it is not open, keyed by KuCoin's status. */
export const MAINTENANCE = {
	close: 'trading is closed',
	cancelonly: 'KuCoin accepts only cancellations',
} as const;

/** KuCoin returned an undocumented status. */
export const UNKNOWN_STATUS = "KuCoin's service status is not open, close or cancelonly.";
