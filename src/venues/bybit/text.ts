/** Sentences for people about Bybit's accounts and lists. */

/** A unified account needs another margin mode, but has open positions. @param present Bybit's name of the mode */
export function accountMarginModeKept(present: string, mode: string): string {
	return `The account's margin mode is ${present}, and it has open positions, so we do not switch it to ${mode}. Close the positions, or switch the mode at Bybit.`;
}

/** Phrase without a full stop: the account has no dead-man switch. */
export const PROTECTION_OFF =
	'the account has no disconnection protection (DCP) for derivatives; your account manager at Bybit can enable it';

/** Phrase without a full stop: we cannot check that all open orders are ours. */
export function tooManyOrders(most: number): string {
	return `the account has more than ${most} open orders; cancel some of them`;
}

/** A list is longer than we read. @param method ccxt's method name */
export function listTooLong(method: string, pagesMax: number, rows: number): string {
	return `The list of ${method} has more than ${pagesMax} pages of ${rows} rows; we read no further.`;
}

/** The description of a key lacks its permissions. */
export const NO_PERMISSIONS = "Bybit's answer does not include the permissions of the key.";
