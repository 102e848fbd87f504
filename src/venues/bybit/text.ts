/** Defines the user-facing messages about Bybit's accounts and lists. */

/**
 * Says that the service does not switch the unified account's margin mode while positions are open. @param present
 * Bybit's name for the current mode
 */
export function accountMarginModeKept(present: string, mode: string): string {
	return `The account's margin mode is ${present}, and it has open positions, so we do not switch it to ${mode}. Close the positions, or switch the mode at Bybit.`;
}

/** The account lacks Bybit's disconnection protection, our dead-man switch. A phrase without a full stop. */
export const PROTECTION_OFF =
	'the account has no disconnection protection (DCP) for derivatives; your account manager at Bybit can enable it';

/**
 * Says that the account has too many open orders for us to check that all are ours. A phrase without a full stop.
 * @param most maximum number of orders that we read
 */
export function tooManyOrders(most: number): string {
	return `the account has more than ${most} open orders; cancel some of them`;
}

/** Says that a list is longer than we read. @param method ccxt's method name */
export function listTooLong(method: string, pagesMax: number, rows: number): string {
	return `The list of ${method} has more than ${pagesMax} pages of ${rows} rows; we read no further.`;
}

/** The response that describes a key lacks its permissions. */
export const NO_PERMISSIONS = "Bybit's answer does not include the permissions of the key.";
