/**
 * Reads positions, balance and fees of a Binance USD-M account, and prepares the account for an order. The account
 * must use single-asset margin and one-way positions (developers.binance.com/docs/derivatives/usds-margined-futures,
 * "Account" and "Trade", read 2026-11).
 */
import { type Decimal, formatDecimal, ONE, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { BalanceReport, MarginMode, PositionReport } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import { adlRankOf } from '../shared/adl-rank.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, decimal, listed, price, required, text } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { BINANCE_ERRORS } from './errors.ts';
import { binance } from './facts.ts';

/** Creates the account functions for one session. @param noteBalances called with each balance report */
export function binanceAccount(noteBalances: (report: BalanceReport) => void): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare: (...asked) => prepare(reads, ...asked),
		async readPositions(call, find) {
			const rows = listed(await call('account', 'fapiPrivateV3GetPositionRisk'), 'positions');
			// In hedge mode, which we do not support, `positionSide` is LONG or SHORT instead of BOTH, and a contract
			// may have two positions.
			if (rows.some((row) => (text(row, 'positionSide') ?? 'BOTH') !== 'BOTH')) throw inHedgeMode();
			const held = rows.filter((row) => (decimal(row, 'positionAmt') ?? ZERO) !== ZERO);
			if (held.length === 0) return [];
			const settings = listed(await call('account', 'fapiPrivateGetSymbolConfig'), 'settings');
			const configs = new Map(settings.map((config) => [text(config, 'symbol'), config]));
			return held.flatMap((row) => {
				const symbol = text(row, 'symbol') ?? '';
				return positionOf(row, find(symbol), configs.get(symbol)) ?? [];
			});
		},
		// No asset needs a request of its own, because the balance response lists every asset of the account.
		otherAssets: [],
		async readBalance(call) {
			const report = balanceOf(await call('account', 'fapiPrivateV3GetAccount'));
			noteBalances(report);
			return report;
		},
		readFees: readBinanceFees,
	};
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<AccountDialect['prepare']>
): Promise<void> {
	if (!isWhole(leverage))
		throw refused(VENUE_SETTING_TEXT.leverageWholeOnly({ exchange: binance.shownName, leverage }));
	await verified('account settings', 'one-way, single-asset', () => requireAccountSettings(call));
	const config = await configOf(reads, call, instrument);
	if (marginModeOf(config) !== mode) {
		await requireNothingHeld(reads, call, instrument, mode);
		await setMarginMode(call, instrument, mode);
	}
	if (decimal(config, 'leverage') !== leverage)
		await call('account', 'fapiPrivatePostLeverage', {
			symbol: instrument.symbol,
			leverage: Number(formatDecimal(leverage)),
		});
}

/**
 * True for a whole-number leverage of at least 1, as Binance requires (page "Change Initial Leverage": INT, 1 to
 * 125).
 */
function isWhole(leverage: Decimal): boolean {
	return leverage > ZERO && leverage % ONE === 0n;
}

function refused(sentence: Words): VenueError {
	return new VenueError('binance', 'rejected', sentence);
}

/** Checks that the account uses one-way positions and single-asset margin. @throws VenueError, HedgeModeError */
async function requireAccountSettings(call: Call): Promise<void> {
	const account = await call('account', 'fapiPrivateGetAccountConfig');
	if (at(account, 'dualSidePosition') !== false) throw inHedgeMode();
	if (at(account, 'multiAssetsMargin') !== false)
		throw refused(VENUE_SETTING_TEXT.multiAssets({ exchange: binance.shownName }));
}

function inHedgeMode(): HedgeModeError {
	return new HedgeModeError(
		'binance',
		VENUE_SETTING_TEXT.hedgeMode({ exchange: binance.shownName, symbol: null, number: null, name: null }),
		// The request names no symbol, because it switches the position mode of all symbols (page "Change Position
		// Mode", read 2026-11).
		'POST /fapi/v1/positionSide/dual with dualSidePosition false',
	);
}

async function configOf(reads: SharedReads, call: Call, { symbol }: Instrument): Promise<Body> {
	// A request for all symbols weighs the same as a request for one, so concurrent callers share one response.
	const rows = await reads.together('settings', async () =>
		listed(await call('account', 'fapiPrivateGetSymbolConfig'), 'settings'),
	);
	return required(
		rows.find((row) => text(row, 'symbol') === symbol),
		`settings of ${symbol}`,
	);
}

/**
 * Checks that the account has no position in the symbol, because we do not switch the margin mode of an open
 * position. @throws VenueError
 */
async function requireNothingHeld(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: 'isolated' | 'cross',
): Promise<void> {
	const rows = await reads.together('positions', async () =>
		listed(await call('account', 'fapiPrivateV3GetPositionRisk'), 'positions'),
	);
	const isHeld = (row: Body): boolean =>
		text(row, 'symbol') === symbol && (decimal(row, 'positionAmt') ?? ZERO) !== ZERO;
	if (!rows.some(isHeld)) return;
	throw refused(VENUE_SETTING_TEXT.marginModeKept({ exchange: binance.shownName, symbol, marginMode: mode }));
}

async function setMarginMode(call: Call, { symbol }: Instrument, mode: 'isolated' | 'cross'): Promise<void> {
	const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
	try {
		await call('account', 'fapiPrivatePostMarginType', { symbol, marginType });
	} catch (error) {
		// This refusal means that the symbol already has the wanted margin mode.
		if (refusedAs(error, BINANCE_ERRORS, 'unchanged')) return;
		throw error;
	}
}

/**
 * Parses a position; returns undefined for an empty one or an unknown symbol. Version 3 of the position record lacks
 * leverage and margin mode, so we take them from the symbol's configuration.
 */
function positionOf(
	row: Body,
	instrument: Instrument | undefined,
	config: Body | undefined,
): PositionReport | undefined {
	const amount = decimal(row, 'positionAmt');
	if (instrument === undefined || amount === undefined || amount === ZERO) return undefined;
	return {
		symbol: instrument.symbol,
		quantity: fromOrderUnits(instrument, amount),
		entryPrice: price(row, 'entryPrice', instrument),
		markPrice: price(row, 'markPrice', instrument),
		liquidationPrice: price(row, 'liquidationPrice', instrument),
		leverage: decimal(config, 'leverage') ?? null,
		marginMode: marginModeOf(config) ?? null,
		margin: decimal(row, 'initialMargin') ?? null,
		unrealizedPnl: decimal(row, 'unRealizedProfit') ?? null,
		// "Values 0, 1, 2, 3, 4 shows the queue position and possibility of ADL from low to high" (page "Position ADL
		// Quantile Estimation", read 2026-11). The page "Position Information V3" has no scale for `adl`; we assume the
		// same one.
		adlRank: adlRankOf(row, 'adl', 0, 4),
	};
}

/** Parses `marginType` in a symbol's configuration; returns undefined if it is neither ISOLATED nor CROSSED. */
function marginModeOf(config: Body | undefined): MarginMode | undefined {
	const type = text(config, 'marginType');
	if (type === 'ISOLATED') return 'isolated';
	return type === 'CROSSED' ? 'cross' : undefined;
}

/**
 * Parses the balance. In a single-asset account only USDT serves as margin; the account merely holds the other assets
 * (page "Account Information V3").
 */
function balanceOf(account: unknown): BalanceReport {
	const assets = listed(at(account, 'assets'), 'assets');
	const usdt = assets.find((row) => text(row, 'asset') === 'USDT');
	const walletBalance = usdt === undefined ? ZERO : required(decimal(usdt, 'walletBalance'), 'walletBalance');
	return {
		walletBalance,
		equity: decimal(usdt, 'marginBalance') ?? walletBalance,
		available: usdt === undefined ? ZERO : required(decimal(usdt, 'availableBalance'), 'availableBalance'),
		marginUsed: decimal(usdt, 'initialMargin') ?? ZERO,
		otherAssets: assets.flatMap((row) => {
			const asset = text(row, 'asset');
			const quantity = decimal(row, 'walletBalance') ?? ZERO;
			return asset === undefined || asset === 'USDT' || quantity === ZERO
				? []
				: [{ asset, quantity, usdPrice: null }];
		}),
	};
}

/**
 * Reads the account's taker and maker fees for the symbol, as fractions of notional. @throws BodyError if one is
 * missing
 */
export async function readBinanceFees(call: Call, symbol: string): Promise<FeeRates> {
	const answer = await call('account', 'fapiPrivateGetCommissionRate', { symbol });
	return {
		taker: required(decimal(answer, 'takerCommissionRate'), 'takerCommissionRate'),
		maker: required(decimal(answer, 'makerCommissionRate'), 'makerCommissionRate'),
	};
}
