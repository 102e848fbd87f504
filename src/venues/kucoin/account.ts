/**
 * Reads positions, balance and fees of a classic KuCoin futures account with one-way positions, and prepares the
 * account for an order (kucoin.com/docs-new, "Futures: Positions" and "Account & Funding", read 2026-11).
 */
import { add, type Decimal, formatDecimal, ONE, sub, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { OtherAsset, PositionReport } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import { adlRankOf } from '../shared/adl-rank.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { at, type Body, decimal, listed, price, required, text, whole } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { kucoin } from './facts.ts';

/** Assets in a futures account other than USDT: other settlement currencies, and currencies for paying fees. */
const OTHER_ASSETS = ['USDC', 'XBT', 'KCS'];

/** Creates the account functions for one session. Concurrent preparations share one request for the positions. */
export function kucoinAccount(): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare: (...asked) => prepare(reads, ...asked),
		async readPositions(call, find) {
			const answer = await call('account', 'futuresPrivateGetPositions', {});
			return listed(at(answer, 'data'), 'positions').flatMap(
				(row) => positionOf(row, find(text(row, 'symbol') ?? '')) ?? [],
			);
		},
		otherAssets: OTHER_ASSETS,
		async readBalance(call, assets) {
			const [answer, ...others] = await Promise.all([
				call('account', 'futuresPrivateGetAccountOverview', { currency: 'USDT' }),
				...assets.map((asset) => otherAsset(call, asset)),
			]);
			const account = at(answer, 'data');
			const { cash, equity } = cashOf(account);
			return {
				walletBalance: cash,
				equity,
				available: required(decimal(account, 'availableBalance'), 'availableBalance'),
				marginUsed: add(decimal(account, 'positionMargin') ?? ZERO, decimal(account, 'orderMargin') ?? ZERO),
				otherAssets: others.flatMap((held) => held ?? []),
			};
		},
		async readFees(call, symbol) {
			const answer = await call('account', 'futuresPrivateGetTradeFees', { symbol });
			const row = at(answer, 'data');
			return {
				taker: required(decimal(row, 'takerFeeRate'), 'takerFeeRate'),
				maker: required(decimal(row, 'makerFeeRate'), 'makerFeeRate'),
			};
		},
	};
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<AccountDialect['prepare']>
): Promise<void> {
	if (leverage > 0n && Number(formatDecimal(leverage)) > instrument.leverageMax) {
		throw new VenueError(
			'kucoin',
			'rejected',
			VENUE_SETTING_TEXT.leverageAbove({
				exchange: kucoin.shownName,
				symbol: instrument.symbol,
				leverage,
				most: instrument.leverageMax,
			}),
		);
	}
	// KuCoin accepts only whole-number leverage in an order (page "Add Order").
	if (leverage % ONE !== 0n)
		throw new VenueError(
			'kucoin',
			'rejected',
			VENUE_SETTING_TEXT.leverageNotWhole({ exchange: kucoin.shownName, leverage }),
		);
	await verified('position mode', 'one-way', () => requireOneWay(call));
	// Each order carries its leverage, so only the margin mode is a setting of the symbol.
	const answer = await call('account', 'futuresPrivateGetPositionGetMarginMode', {
		symbol: instrument.symbol,
	});
	if (text(at(answer, 'data'), 'marginMode') === mode.toUpperCase()) return;
	await requireNothingHeld(reads, call, instrument, mode);
	await call('account', 'futuresPrivatePostPositionChangeMarginMode', {
		symbol: instrument.symbol,
		marginMode: mode.toUpperCase(),
	});
}

/**
 * Checks that the account has no position in the symbol, because we do not switch the margin mode of an open
 * position. @throws VenueError rejected if the account has one
 */
async function requireNothingHeld(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: 'isolated' | 'cross',
): Promise<void> {
	const answer = await reads.together('positions', () => call('account', 'futuresPrivateGetPositions', {}));
	const isHeld = listed(at(answer, 'data'), 'positions').some(
		(row) => text(row, 'symbol') === symbol && (decimal(row, 'currentQty') ?? ZERO) !== ZERO,
	);
	if (!isHeld) return;
	throw new VenueError(
		'kucoin',
		'rejected',
		VENUE_SETTING_TEXT.marginModeKept({ exchange: kucoin.shownName, symbol, marginMode: mode }),
	);
}

/**
 * Checks that the account uses one-way mode. Hedge mode has one position per side, but our orders contain no side.
 * @throws HedgeModeError if the account uses hedge mode
 */
async function requireOneWay(call: Call): Promise<void> {
	const answer = await call('account', 'futuresPrivateGetPositionGetPositionMode');
	const mode = required(whole(at(answer, 'data'), 'positionMode'), 'positionMode');
	if (mode === 0) return;
	throw new HedgeModeError(
		'kucoin',
		VENUE_SETTING_TEXT.hedgeMode({ exchange: kucoin.shownName, symbol: null, number: mode, name: null }),
		// Page "Switch Position Mode", read 2026-11.
		'POST /api/v2/position/switchPositionMode with positionMode 0',
	);
}

/**
 * Parses a position, with its signed size converted from lots to coins. Returns undefined for an empty position or an
 * instrument that the service does not trade.
 */
function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const lots = decimal(row, 'currentQty');
	if (instrument === undefined || lots === undefined || lots === 0n) return undefined;
	return {
		symbol: instrument.symbol,
		quantity: fromOrderUnits(instrument, lots),
		entryPrice: price(row, 'avgEntryPrice', instrument),
		markPrice: price(row, 'markPrice', instrument),
		liquidationPrice: price(row, 'liquidationPrice', instrument),
		leverage: decimal(row, 'leverage') ?? decimal(row, 'realLeverage') ?? null,
		marginMode: text(row, 'marginMode') === 'CROSS' || row.crossMode === true ? 'cross' : 'isolated',
		margin: decimal(row, 'posMargin') ?? null,
		unrealizedPnl: decimal(row, 'unrealisedPnl') ?? null,
		// "ADL ranking percentile" (page "Get Position List", delevPercentage, read 2026-11).
		adlRank: adlRankOf(row, 'delevPercentage', 0, 1),
	};
}

/**
 * Returns cash and equity in one currency of the futures account. Equity includes unrealised profit (page "Get
 * Account - Futures", read 2026-11).
 */
function cashOf(account: unknown): { readonly cash: Decimal; readonly equity: Decimal } {
	const equity = required(decimal(account, 'accountEquity'), 'accountEquity');
	return { cash: sub(equity, decimal(account, 'unrealisedPNL') ?? ZERO), equity };
}

/**
 * Reads the account's quantity of another asset. Returns undefined if the account does not hold the asset, or KuCoin
 * refuses the request for it.
 */
async function otherAsset(call: Call, asset: string): Promise<OtherAsset | undefined> {
	try {
		const answer = await call('account', 'futuresPrivateGetAccountOverview', { currency: asset });
		const { cash } = cashOf(at(answer, 'data'));
		return cash === ZERO ? undefined : { asset, quantity: cash, usdPrice: null };
	} catch (error) {
		if (error instanceof VenueError && error.kind === 'rejected') return undefined;
		throw error;
	}
}
