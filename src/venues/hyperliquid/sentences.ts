/**
 * What Hyperliquid's sentences prove. It has no codes; those here are the names of its page "Error responses" (read 2026-11),
 * and for whole actions the sentences that its clients have recorded (ccxt 4.5.84, hummingbot, freqtrade). A sentence that is
 * not here proves nothing: among them all about nonces, as one that was used may be our own order's, and what is said to an
 * action whose `expiresAfter` has passed, which is not documented.
 */
import { NOT_TRADABLE } from '../../ports/venue.ts';
import type { SaidProof } from '../shared/dialect.ts';

export const HYPERLIQUID_PROOFS: readonly SaidProof[] = [
	proof('Tick', /^Price must be divisible by tick size/),
	proof('MinTradeNtl', /^Order must have minimum value of/),
	proof('PerpMargin', /^Insufficient margin to place order/),
	proof('ReduceOnly', /^Reduce only order would increase position/),
	passing('POST_ONLY_WOULD_TAKE', /^Post only order would have immediately matched/),
	passing('IocCancel', /^Order could not immediately match against any resting orders/),
	passing('MarketOrderNoLiquidity', /^No liquidity available for market order/),
	passing('OpenInterestIncrease', /^Order would increase open interest too quickly/),
	// hummingbot#6730: the sentence of the minutes after an upgrade.
	proof(NOT_TRADABLE, /^Only post-only orders allowed/),
	proof(NOT_TRADABLE, /^Trading is halted/),
	proof('OpenInterestCap', /^Order would increase open interest while open interest is capped/),
	proof(
		'OpenInterestCap',
		/^Order rejected due to price more aggressive than oracle while at open interest cap/,
	),
	proof('Oracle', /^(?:Order p|P)rice too far from oracle/),
	proof('Oracle', /^Order price cannot be more than \d+% away from the reference price/),
	proof('PerpMaxPosition', /^Order would cause position to exceed margin tier limit/),
	proof('Size', /^Order has (?:invalid|zero) size/),
	proof('Price', /^Order has invalid price/),
	// The signature is of a wallet that the account has not approved: nothing of the action was looked at.
	proof('UnknownWallet', /^(?:L1 error: )?User or API Wallet 0x[0-9a-fA-F]+ does not exist/),
	proof('UnknownWallet', /^Must deposit before performing actions/),
	proof('Signature', /^Unable to recover signer/),
	proof('MissingOrder', /^Order was never placed, already canceled, or filled/),
	proof('LeverageType', /^Cannot switch leverage type with open position/),
	proof('Leverage', /^Invalid leverage value/),
	proof(
		'Leverage',
		/^(?:Cross|Isolated) position does not have sufficient margin available to decrease leverage/,
	),
	proof('CrossMargin', /^Cross margin is not allowed for this asset/),
	// From records of clients (2026); the page has none for a scheduled cancel.
	proof('ScheduleVolume', /^Cannot set scheduled cancel time until enough volume traded/),
	proof('ScheduleTime', /^Scheduled cancel time too early/),
	proof('ScheduleTriggers', /^Too many scheduled cancels/),
	passing('RequestLimit', /^Too many cumulative requests sent/),
];

/** By these the wallet itself is refused. */
export const HYPERLIQUID_KEY_CODES: readonly string[] = ['UnknownWallet'];

function proof(code: string, said: RegExp): SaidProof {
	return { code, said, passing: false };
}

function passing(code: string, said: RegExp): SaidProof {
	return { code, said, passing: true };
}
