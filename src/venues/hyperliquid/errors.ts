/**
 * Maps Hyperliquid's errors to meanings. Hyperliquid sends messages without codes: `{"status":"err","response":"…"}`
 * for a whole action, `{"statuses":[{"error":"…"}]}` for one order, and a separate status for an order id that it
 * does not know. Our codes are the names on its page "Error responses" (read 2026-11). For whole actions we use
 * messages that clients have recorded (ccxt 4.5.84, hummingbot, freqtrade).
 *
 * After a message that is not listed, the order's outcome is unknown. We list no messages about nonces: if a nonce
 * was already used, our own order may have used it. We list none for an expired action (`expiresAfter`), because
 * Hyperliquid documents none.
 */
import { NOT_TRADABLE } from '../../ports/venue.ts';
import type { Answer } from '../shared/answers.ts';
import { oursFor, type Sentence } from '../shared/common-errors.ts';
import { codeProofs, type Said, UNLISTED, type VenueErrors } from '../shared/error-codes.ts';
import { at, bodies, text } from '../shared/fields.ts';

/** Our code for a post-only order that would have matched; Hyperliquid's page calls it BadAloPx. */
const WOULD_TAKE = 'POST_ONLY_WOULD_TAKE';

const SENTENCES: readonly Sentence[] = [
	{ said: /^Price must be divisible by tick size/, ours: 'Tick' },
	{ said: /^Order must have minimum value of/, ours: 'MinTradeNtl' },
	{ said: /^Insufficient margin to place order/, ours: 'PerpMargin' },
	{ said: /^Reduce only order would increase position/, ours: 'ReduceOnly' },
	{ said: /^Post only order would have immediately matched/, ours: WOULD_TAKE },
	{ said: /^Order could not immediately match against any resting orders/, ours: 'IocCancel' },
	{ said: /^No liquidity available for market order/, ours: 'MarketOrderNoLiquidity' },
	{ said: /^Order would increase open interest too quickly/, ours: 'OpenInterestIncrease' },
	// Hyperliquid sends this message in the minutes after an upgrade (hummingbot#6730).
	{ said: /^Only post-only orders allowed/, ours: NOT_TRADABLE },
	{ said: /^Trading is halted/, ours: NOT_TRADABLE },
	{ said: /^Order would increase open interest while open interest is capped/, ours: 'OpenInterestCap' },
	{
		said: /^Order rejected due to price more aggressive than oracle while at open interest cap/,
		ours: 'OpenInterestCap',
	},
	{ said: /^(?:Order p|P)rice too far from oracle/, ours: 'Oracle' },
	{ said: /^Order price cannot be more than \d+% away from the reference price/, ours: 'Oracle' },
	{ said: /^Order would cause position to exceed margin tier limit/, ours: 'PerpMaxPosition' },
	{ said: /^Order has (?:invalid|zero) size/, ours: 'Size' },
	{ said: /^Order has invalid price/, ours: 'Price' },
	{ said: /^(?:L1 error: )?User or API Wallet 0x[0-9a-fA-F]+ does not exist/, ours: 'UnknownWallet' },
	{ said: /^Must deposit before performing actions/, ours: 'UnknownWallet' },
	{ said: /^Unable to recover signer/, ours: 'Signature' },
	{ said: /^Order was never placed, already canceled, or filled/, ours: 'MissingOrder' },
	{ said: /^Cannot switch leverage type with open position/, ours: 'LeverageType' },
	{ said: /^Invalid leverage value/, ours: 'Leverage' },
	{
		said: /^(?:Cross|Isolated) position does not have sufficient margin available to decrease leverage/,
		ours: 'Leverage',
	},
	{ said: /^Cross margin is not allowed for this asset/, ours: 'CrossMargin' },
	// These messages come from client records (2026); Hyperliquid's page has no messages about a scheduled cancel.
	{ said: /^Cannot set scheduled cancel time until enough volume traded/, ours: 'ScheduleVolume' },
	{ said: /^Scheduled cancel time too early/, ours: 'ScheduleTime' },
	{ said: /^Too many scheduled cancels/, ours: 'ScheduleTriggers' },
	{ said: /^Too many cumulative requests sent/, ours: 'RequestLimit' },
];

const PROOFS = codeProofs({
	refused: {
		Tick: 'price must be divisible by tick size',
		MinTradeNtl: 'order must have minimum value',
		PerpMargin: 'insufficient margin to place order',
		ReduceOnly: 'reduce only order would increase position',
		OpenInterestCap: 'open interest is capped',
		Oracle: 'price too far from oracle',
		PerpMaxPosition: 'position would exceed margin tier limit',
		Size: 'order has invalid or zero size',
		Price: 'order has invalid price',
		// The account has not approved the signing wallet, so Hyperliquid did not process the action.
		UnknownWallet: 'user or API wallet does not exist',
		Signature: 'unable to recover signer',
		MissingOrder: 'order was never placed, already canceled, or filled',
		LeverageType: 'cannot switch leverage type with open position',
		Leverage: 'invalid leverage value',
		CrossMargin: 'cross margin is not allowed for this asset',
		ScheduleVolume: 'no scheduled cancel until enough volume traded',
		ScheduleTime: 'scheduled cancel time too early',
		ScheduleTriggers: 'too many scheduled cancels',
	},
	passing: {
		[WOULD_TAKE]: 'post only order would have immediately matched',
		IocCancel: 'order could not immediately match',
		MarketOrderNoLiquidity: 'no liquidity available for market order',
		OpenInterestIncrease: 'order would increase open interest too quickly',
		RequestLimit: 'too many cumulative requests sent',
	},
	untraded: { [NOT_TRADABLE]: 'only post-only orders allowed, trading is halted' },
});

/** Status in an order query response if no order has that id. */
const UNKNOWN_ORDER = 'unknownOid';

function read({ json }: Answer): Said | undefined {
	if (at(json, 'status') === UNKNOWN_ORDER) return { code: UNKNOWN_ORDER, words: undefined };
	const words = sentenceIn(json);
	if (words === undefined) return undefined;
	// Each of our actions has one order, so a response with several statuses belongs to another action.
	const statuses = at(json, 'response', 'data', 'statuses');
	const isOfOne = !Array.isArray(statuses) || statuses.length === 1;
	const ours = isOfOne ? oursFor(undefined, words, SENTENCES) : undefined;
	return { code: ours ?? UNLISTED, words };
}

/** Finds the error message for the whole action, for its one order, or for its cancel. */
function sentenceIn(json: unknown): string | undefined {
	if (at(json, 'status') === 'err') return text(json, 'response');
	const data = at(json, 'response', 'data');
	const [ofOrder] = bodies(at(data, 'statuses')).flatMap((status) => text(status, 'error') ?? []);
	return ofOrder ?? text(at(data, 'status'), 'error') ?? text(json, 'error');
}

/**
 * Parses Hyperliquid errors: the code for each message, and the codes that confirm that Hyperliquid refused an order.
 */
export const HYPERLIQUID_ERRORS: VenueErrors = {
	read,
	proofs: PROOFS,
	means: {
		absent: [UNKNOWN_ORDER],
		limited: ['RequestLimit'],
		// With these errors Hyperliquid refuses the wallet itself.
		key: ['UnknownWallet'],
		settings: ['Leverage', 'LeverageType', 'CrossMargin', 'PerpMaxPosition'],
	},
};
