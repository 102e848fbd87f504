/** Defines the user-facing messages about OKX's accounts, orders and contracts. */
import { NOTICE_TEXT } from '../shared/text.ts';
import { okx } from './facts.ts';

/** Says that the leverage exceeds the contract's maximum. @param leverage decimal text */
export function leverageTooHigh(symbol: string, leverage: string, leverageMax: number): string {
	return `Leverage ${leverage} is not possible for ${symbol}. Choose at most ${leverageMax}.`;
}

/** Says that OKX did not change the leverage to the requested value. */
export function leverageNotChanged(symbol: string, leverage: string): string {
	return `OKX did not change the leverage of ${symbol} to ${leverage}. Set it at OKX.`;
}

/**
 * Says that the account is in hedge mode, in which it can hold a long and a short position in one contract. @param
 * mode OKX's name for the position mode
 */
export function hedgeMode(mode: string): string {
	return `The account is in hedge mode (${mode}), but one-way mode is needed. Switch it at OKX.`;
}

/**
 * Says that the account mode does not allow the order. `level` and `needed` are OKX's numbers for account modes.
 * @param marginMode the order's margin mode
 */
export function accountModeWrong(level: string, needed: string, marginMode: string): string {
	return `The account is in mode ${level}, but ${marginMode} positions need mode ${needed} (futures mode). Switch it at OKX.`;
}

/** Says that the contract has a position in the other margin mode. */
export function otherMarginMode(symbol: string, present: string | undefined, wanted: string): string {
	return `${symbol} has an open position with ${present} margin, so we open none with ${wanted} margin. Close the position at OKX.`;
}

/** Says that the response reports success, but an error code for its order. */
export function contradictoryAnswer(code: string): string {
	return `OKX's answer reports success (0), but code ${code} for the order.`;
}

/** Says that a contract has too many recent fills for one search. */
export function tooManyFills(symbol: string): string {
	return `${symbol} has more fills than we read, so we cannot find the order by its fills.`;
}

/** OKX requires a key for the list of currencies and networks. */
export const CURRENCIES_NEED_KEY = NOTICE_TEXT.needsKey({
	exchange: okx.shownName,
	page: 'Get currencies',
});
