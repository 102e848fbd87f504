/** Sentences for people about Hyperliquid's accounts, keys and contracts. */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';

/** The contract has no such leverage. */
export function leverageNotAllowed(symbol: string, leverage: Decimal, leverageMax: number): string {
	return `Leverage ${formatDecimal(leverage)} is not possible for ${symbol}. Choose a whole number from 1 to ${leverageMax}.`;
}

/** The instrument does not come from Hyperliquid's list of contracts. */
export function assetUnknown(symbol: string): string {
	return `Hyperliquid's asset number for ${symbol} is unknown.`;
}

/** Phrase without a full stop: Hyperliquid offers its scheduled cancel to accounts with enough volume. */
export function volumeTooLow(traded: Decimal, needed: Decimal): string {
	return `the account has traded ${wholeUsd(traded)}, but ${wholeUsd(needed)} are needed`;
}

/** A session for market data was asked to act. */
export const NO_WALLET = 'The session has no wallet.';

/** A session for market data was asked to sign. */
export const NO_SIGNING_KEY = 'Hyperliquid: the session has no key to sign an action with.';

/** The entered key has another form. Without a full stop; the word in brackets is the cause of the refusal. */
export const KEY_FORM =
	'A key must be the address of the account and the private key of a wallet that trades for it (form)';

/** The wallet may not trade for the account. Without a full stop, as `KEY_FORM`. */
export const WALLET_NOT_APPROVED =
	'The account has not approved the wallet of this key, or has revoked the approval (missing)';

/** The wallet belongs to another account. Without a full stop, as `KEY_FORM`. */
export const WALLET_OF_ANOTHER = 'The wallet of this key trades for another account (agent)';

/** The entered account address is unused. Without a full stop, as `KEY_FORM`. */
export const NO_SUCH_ACCOUNT = 'Hyperliquid has no account with this address (missing)';

/** Spot and perpetuals share one balance, which the service does not support. @param mode its name as JSON */
export function unifiedAccount(mode: string): string {
	return `The account's mode is ${mode}, which keeps spot and perpetuals in one balance; a standard account is needed. Use a standard account or sub-account, because Hyperliquid may not let you switch this one back.`;
}

/** USDC has no list of networks. */
export const NO_CURRENCIES =
	'Hyperliquid does not publish it, because users deposit and withdraw USDC over its bridge.';

/** Problem of a ticker: the contract is delisted. */
export const DELISTED = 'Hyperliquid has delisted the contract.';

/** Problem of a ticker: no mid price. */
export const NO_MID_PRICE = 'Hyperliquid publishes no mid price, because one side of the book is empty.';

/** The range is too long for one read. @param parts requests that it would take at most */
export function tooManyParts(from: number, to: number, parts: number): string {
	return `The settled rates from ${day(from)} to ${day(to)} need more than ${parts} requests. Choose a shorter range.`;
}

/** Rounded down, so that an account just below the limit does not seem to reach it. */
function wholeUsd(value: Decimal): string {
	return `${Math.floor(Number(formatDecimal(value))).toLocaleString('en-US')} USD`;
}

function day(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}
