/** Defines the user-facing messages about Hyperliquid's accounts, keys and contracts. */

import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { NOTICE_TEXT, TICKER_TEXT } from '../shared/text.ts';
import { hyperliquid } from './facts.ts';

/** Says that the contract does not allow this leverage. */
export function leverageNotAllowed(symbol: string, leverage: Decimal, leverageMax: number): string {
	return `Leverage ${formatDecimal(leverage)} is not possible for ${symbol}. Choose a whole number from 1 to ${leverageMax}.`;
}

/** Says that the instrument does not come from Hyperliquid's list of contracts. */
export function assetUnknown(symbol: string): string {
	return `Hyperliquid's asset number for ${symbol} is unknown.`;
}

/** Says that the account has traded too little for Hyperliquid's scheduled cancel. A phrase without a full stop. */
export function volumeTooLow(traded: Decimal, needed: Decimal): string {
	return `the account has traded ${wholeUsd(traded)}, but ${wholeUsd(needed)} is required`;
}

/** A market data session was asked to send an action. */
export const NO_WALLET = 'The session has no wallet.';

/** A market data session was asked to sign. */
export const NO_SIGNING_KEY = 'Hyperliquid: the session has no key to sign an action with.';

/**
 * The entered key has an unexpected form. A text without a full stop; the word in brackets is the cause of the
 * refusal.
 */
export const KEY_FORM =
	'A key must consist of the account’s address and the private key of a wallet that trades for it (form)';

/** The wallet may not trade for the account. A text without a full stop, as for `KEY_FORM`. */
export const WALLET_NOT_APPROVED =
	'The account has not approved the wallet of this key, or has revoked the approval (missing)';

/** The wallet belongs to another account. A text without a full stop, as for `KEY_FORM`. */
export const WALLET_OF_ANOTHER = 'The wallet of this key trades for another account (agent)';

/** The entered account address is unused. A text without a full stop, as for `KEY_FORM`. */
export const NO_SUCH_ACCOUNT = 'Hyperliquid has no account with this address (missing)';

/**
 * Says that spot and perpetuals share one balance, which the service does not support. @param mode mode name as JSON
 */
export function unifiedAccount(mode: string): string {
	return `The account's mode is ${mode}, which keeps spot and perpetuals in one balance. This service needs a standard account. Use a standard account or sub-account, because Hyperliquid may not let you switch this one back.`;
}

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

/** Formats whole USD, rounded down, so that an account just below the limit does not seem to reach it. */
function wholeUsd(value: Decimal): string {
	return `${Math.floor(Number(formatDecimal(value))).toLocaleString('en-US')} USD`;
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}
