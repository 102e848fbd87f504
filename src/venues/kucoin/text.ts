/** Sentences for people about KuCoin's accounts, contracts and service status. */

/** @param symbol the contract with this maximum */
export function leverageTooHigh(leverage: string, symbol: string, leverageMax: number): string {
	return `The leverage is ${leverage}, but KuCoin allows at most ${leverageMax} for ${symbol}. Lower it.`;
}

/** KuCoin takes no fractional leverage. */
export function leverageNotWhole(leverage: string): string {
	return `The leverage is ${leverage}, but KuCoin accepts only whole numbers.`;
}

/** The key belongs to a unified account. A sentence without a full stop. @param mode KuCoin's name of the account mode */
export function unifiedAccount(mode: string): string {
	return `The account is a unified account (${mode}), which KuCoin cannot convert back; a classic account is needed. Use a classic account or sub-account`;
}

/** The address request was answered without its content. */
export const NO_STREAM_ADDRESS = "KuCoin's answer has no stream address or token.";

/** A listed contract does not trade now. @param status KuCoin's value as JSON */
export function contractStatus(status: string): string {
	return `KuCoin reports the contract's status as ${status}.`;
}

/** State of the futures service by KuCoin's status, while it is not open. */
export const MAINTENANCE = {
	close: 'trading is closed',
	cancelonly: 'KuCoin accepts only cancellations',
} as const;

/** The status is not documented. */
export const UNKNOWN_STATUS = "KuCoin's service status is not open, close or cancelonly.";
