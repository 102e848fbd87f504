/** Defines the user-facing messages about OKX's accounts, orders and contracts. */
import { NOTICE_TEXT } from '../shared/text.ts';
import { okx } from './facts.ts';

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
