/** Defines the user-facing messages about Hyperliquid's accounts, keys and contracts. */

import { NOTICE_TEXT, TICKER_TEXT } from '../shared/text.ts';
import { hyperliquid } from './facts.ts';

/** Says that the instrument does not come from Hyperliquid's list of contracts. */
export function assetUnknown(symbol: string): string {
	return `Hyperliquid's asset number for ${symbol} is unknown.`;
}

/** A market data session was asked to send an action. */
export const NO_WALLET = 'The session has no wallet.';

/** A market data session was asked to sign. */
export const NO_SIGNING_KEY = 'Hyperliquid: the session has no key to sign an action with.';

/** Hyperliquid has no list of networks for USDC. */
export const NO_CURRENCIES = NOTICE_TEXT.bridge({ exchange: hyperliquid.shownName, coin: 'USDC' });

/** Ticker problem: the contract is delisted. */
export const DELISTED = TICKER_TEXT.delisted({ exchange: hyperliquid.shownName });

/** Ticker problem: no mid price. */
export const NO_MID_PRICE = TICKER_TEXT.noMidPrice({ exchange: hyperliquid.shownName });

/** Says that the time range needs too many requests. @param parts maximum number of requests */
export function tooManyParts(from: number, to: number, parts: number): string {
	return `The settled rates from ${day(from)} to ${day(to)} need more than ${parts} requests. Choose a shorter range.`;
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}
