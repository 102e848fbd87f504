/**
 * Reads positions, balance and fees of a Hyperliquid account, and prepares the account for an order. The account must
 * be a standard one, with one position per contract (hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api, info
 * endpoint: perpetuals, exchange endpoint, read 2026-11).
 */
import {
	abs,
	type Decimal,
	divTrunc,
	formatDecimal,
	fromInteger,
	ONE,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { BalanceReport, PositionReport } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { at, type Body, bodies, decimal, listed, price, required, text, whole } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { hyperliquid } from './facts.ts';
import { requireUsable, type SessionWallet } from './key.ts';
import { weighted } from './limits.ts';
import { assetUnknown } from './text.ts';

/** Age at which Hyperliquid refuses an action that is not an order, milliseconds. */
export const SETTING_WINDOW_MS = 5_000;
/** Cache lifetime of the fees, milliseconds. */
const FEES_MS = 10 * 60_000;

/**
 * Creates the account functions for one session. @param noteCash called with the cash in each account-state response
 * and the response's time by Hyperliquid's clock, milliseconds
 */
export function hyperliquidAccount(
	wallet: SessionWallet,
	noteCash: (amount: Decimal, at: number) => void,
): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare: (...asked) => prepare(reads, ...asked),
		async readPositions(call, find) {
			const state = await readState(reads, call);
			return listed(at(state, 'assetPositions'), 'positions').flatMap(
				(row) => positionOf(row, find(text(at(row, 'position'), 'coin') ?? '')) ?? [],
			);
		},
		// There are no other assets, because the perpetuals account contains only its collateral.
		otherAssets: [],
		async readBalance(call) {
			const state = await readState(reads, call);
			const time = required(whole(state, 'time'), 'time');
			await requireUsable(wallet, call, time);
			const balance = balanceOf(state);
			noteCash(balance.walletBalance, time);
			return balance;
		},
		// One response covers all contracts; fees change once a day (page "Fees", read 2026-11).
		readFees: (call, _symbol, now) => reads.slowly('fees', FEES_MS, now, () => feesOf(call)),
	};
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode]: Parameters<AccountDialect['prepare']>
): Promise<void> {
	const { symbol } = instrument;
	if (leverage % ONE !== 0n || leverage < ONE || leverage > fromInteger(instrument.leverageMax))
		throw refused(VENUE_SETTING_TEXT.leverageRange({ symbol, leverage, most: instrument.leverageMax }));
	const held = heldOf(await readState(reads, call), symbol);
	const present = at(held, 'leverage');
	if (text(present, 'type') === mode && decimal(present, 'value') === leverage) return;
	// We do not switch the margin mode while the contract has a position.
	if (held !== undefined && text(present, 'type') !== mode)
		throw refused(
			VENUE_SETTING_TEXT.marginModeKept({ exchange: hyperliquid.shownName, symbol, marginMode: mode }),
		);
	const action = {
		type: 'updateLeverage',
		asset: assetOf(instrument),
		isCross: mode === 'cross',
		leverage: Number(formatDecimal(leverage)),
	};
	// A trade waits for this request, so it must not queue behind history requests.
	await call('probe', 'privatePostExchange', { action, lifetimeMs: SETTING_WINDOW_MS });
}

/**
 * Reads the account state, which has balance and positions in one response. All calls made before the request is sent
 * share its response.
 */
function readState(reads: SharedReads, call: Call): Promise<unknown> {
	// Closing a position waits for this request, so it must not queue behind history requests, which weigh ten times
	// as much.
	return reads.joined('state', () => weighted(call, 'probe', { type: 'clearinghouseState' }));
}

/** Finds the account's open position in the contract; undefined if the account has none. */
function heldOf(state: unknown, symbol: string): unknown {
	return listed(at(state, 'assetPositions'), 'positions')
		.map((row) => at(row, 'position'))
		.find((position) => text(position, 'coin') === symbol && decimal(position, 'szi') !== ZERO);
}

function refused(sentence: Words): VenueError {
	return new VenueError('hyperliquid', 'rejected', sentence);
}

/**
 * Returns the contract's asset number for orders. @throws VenueError for an instrument that this adapter did not read
 */
export function assetOf({ symbol, assetIndex }: Instrument): number {
	if (assetIndex === undefined) throw refused(assetUnknown(symbol));
	return assetIndex;
}

/**
 * Parses a position; returns undefined for an empty one or an unknown contract. Hyperliquid reports a position's
 * value but no mark price, so we compute the mark price as value / size.
 */
function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const position = at(row, 'position') as Body | undefined;
	const size = decimal(position, 'szi');
	if (position === undefined || instrument === undefined || size === undefined || size === 0n)
		return undefined;
	const value = decimal(position, 'positionValue');
	const mode = text(at(position, 'leverage'), 'type') === 'isolated' ? 'isolated' : 'cross';
	const used = decimal(position, 'marginUsed');
	const profit = decimal(position, 'unrealizedPnl');
	return {
		symbol: instrument.symbol,
		quantity: fromOrderUnits(instrument, size),
		entryPrice: price(position, 'entryPx', instrument),
		markPrice: value === undefined ? null : fromVenuePrice(instrument, divTrunc(value, abs(size))),
		liquidationPrice: price(position, 'liquidationPx', instrument),
		leverage: decimal(at(position, 'leverage'), 'value') ?? null,
		marginMode: mode,
		// The reported margin of an isolated position includes the position's profit.
		margin: used === undefined ? null : mode === 'isolated' ? sub(used, profit ?? ZERO) : used,
		unrealizedPnl: profit ?? null,
		// Hyperliquid reports no rank.
		adlRank: null,
	};
}

/**
 * Parses the balance. Cash (`walletBalance`) is the account value minus the profit of open positions (page "Info
 * endpoint: perpetuals", clearinghouseState).
 */
function balanceOf(state: unknown): BalanceReport {
	const summary = at(state, 'marginSummary');
	const equity = required(decimal(summary, 'accountValue'), 'accountValue');
	const held = bodies(at(state, 'assetPositions')).map((row) => at(row, 'position'));
	const profits = held.map((position) => required(decimal(position, 'unrealizedPnl'), 'unrealizedPnl'));
	return {
		walletBalance: sub(equity, sum(profits)),
		equity,
		available: required(decimal(state, 'withdrawable'), 'withdrawable'),
		marginUsed: decimal(summary, 'totalMarginUsed') ?? ZERO,
		otherAssets: [],
	};
}

/** Reads the balance in a request of its own. */
export async function readBalanceAlone(call: Call): Promise<BalanceReport> {
	return balanceOf(await weighted(call, 'account', { type: 'clearinghouseState' }));
}

async function feesOf(call: Call): Promise<FeeRates> {
	const fees = await weighted(call, 'account', { type: 'userFees' });
	return {
		taker: required(decimal(fees, 'userCrossRate'), 'userCrossRate'),
		maker: required(decimal(fees, 'userAddRate'), 'userAddRate'),
	};
}
