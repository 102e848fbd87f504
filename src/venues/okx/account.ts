/**
 * Reads positions, balance and fees of an OKX account, and prepares the account for an order. The account must use
 * futures mode and net positions (okx.com/docs-v5, get positions, get balance, set leverage, pages of 2026-07).
 */
import {
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	max,
	neg,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument } from '../../domain/instrument.ts';
import { VENUE_SETTING_TEXT } from '../../domain/venue-text.ts';
import type { BalanceReport, OtherAsset, PositionReport } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { Words } from '../../sentences/sentence.ts';
import { adlRankOf } from '../shared/adl-rank.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { at, type Body, bodies, decimal, listed, price, required, text } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { okx } from './facts.ts';
import { COLLATERAL, familyOf, SWAPS } from './markets.ts';

/** Creates the account functions for one session. Concurrent preparations share one request for the positions. */
export function okxAccount(): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare: (...asked) => prepare(reads, ...asked),
		async readPositions(call, find) {
			return mergedPositions(
				(await positionRows(call)).flatMap((row) => positionOf(row, find(text(row, 'instId') ?? '')) ?? []),
			);
		},
		// No asset needs a request of its own, because the balance response lists every asset of the account.
		otherAssets: [],
		async readBalance(call) {
			const answer = await call('account', 'privateGetAccountBalance');
			return balanceOf(listed(at(answer, 'data'), 'balances')[0]);
		},
		async readFees(call, symbol) {
			const query = { ...SWAPS, instFamily: familyOf(symbol) };
			const answer = await call('account', 'privateGetAccountTradeFee', query);
			return feesOf(listed(at(answer, 'data'), 'fees')[0]);
		},
	};
}

async function prepare(
	reads: SharedReads,
	...[call, instrument, leverage, mode, verified]: Parameters<AccountDialect['prepare']>
): Promise<void> {
	if (Number(formatDecimal(leverage)) > instrument.leverageMax)
		throw refused(
			VENUE_SETTING_TEXT.leverageTooHigh({
				symbol: instrument.symbol,
				leverage,
				most: instrument.leverageMax,
			}),
		);
	await verified('account mode', mode, () => requireAccountMode(call, mode));
	await requireNoOtherMode(reads, call, instrument, mode);
	const query = { instId: instrument.symbol, mgnMode: mode };
	const present = await call('account', 'privateGetAccountLeverageInfo', query);
	if (leverageIn(present) === leverage) return;
	const lever = formatDecimal(leverage);
	const changed = await call('account', 'privatePostAccountSetLeverage', { ...query, lever });
	if (leverageIn(changed) !== leverage)
		throw refused(
			VENUE_SETTING_TEXT.leverageNotChanged({ exchange: okx.shownName, symbol: instrument.symbol, leverage }),
		);
}

function refused(message: Words): VenueError {
	return new VenueError('okx', 'rejected', message);
}

async function positionRows(call: Call): Promise<readonly Body[]> {
	const answer = await call('account', 'privateGetAccountPositions', SWAPS);
	return listed(at(answer, 'data'), 'positions');
}

/**
 * Parses the account's fee rates, with a paid rate as positive; OKX reports it as negative. Rates in the contract's
 * fee group take precedence over the deprecated ones.
 */
function feesOf(row: unknown): { readonly taker: Decimal; readonly maker: Decimal } {
	const groups = bodies(at(row, 'feeGroup'));
	const of = (member: string, deprecated: string): Decimal => {
		const rate = groups.length === 1 ? decimal(groups[0], member) : decimal(row, deprecated);
		return -required(rate, member) as Decimal;
	};
	return { taker: of('taker', 'takerU'), maker: of('maker', 'makerU') };
}

function leverageIn(answer: unknown): Decimal | undefined {
	return decimal(bodies(at(answer, 'data'))[0], 'lever');
}

const FUTURES_MODE = '2';
const SPOT_MODE = '1';

/**
 * Refuses account modes that the service does not support. Long/short mode has one position per side, but our orders
 * contain no side. Spot mode has no perpetuals. Multi-currency and portfolio margin allow only cross positions (page
 * "Place order", tdMode, 2026-01). The edition of 2026-07 no longer mentions isolated perpetuals, but "Set leverage"
 * from the same month does. If isolated perpetuals are no longer possible, OKX refuses our order. @throws VenueError,
 * HedgeModeError
 */
async function requireAccountMode(call: Call, mode: 'isolated' | 'cross'): Promise<void> {
	const account = bodies(at(await call('account', 'privateGetAccountConfig'), 'data'))[0];
	const positions = required(text(account, 'posMode'), 'posMode');
	if (positions !== 'net_mode')
		throw new HedgeModeError(
			'okx',
			VENUE_SETTING_TEXT.hedgeMode({ exchange: okx.shownName, symbol: null, number: null, name: positions }),
			// Page "Set position mode", read 2026-11.
			'POST /api/v5/account/set-position-mode with posMode net_mode',
		);
	const level = required(text(account, 'acctLv'), 'acctLv');
	if (level === SPOT_MODE || (mode === 'isolated' && level !== FUTURES_MODE))
		throw refused(
			VENUE_SETTING_TEXT.accountMode({
				exchange: okx.shownName,
				level,
				needed: FUTURES_MODE,
				marginMode: mode,
			}),
		);
}

/**
 * Refuses an order if the contract has a position in the other margin mode, because the order would open a second
 * position. @throws VenueError
 */
async function requireNoOtherMode(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: 'isolated' | 'cross',
): Promise<void> {
	const rows = await reads.together('positions', () => positionRows(call));
	const other = rows.find(
		(row) =>
			text(row, 'instId') === symbol &&
			(decimal(row, 'pos') ?? ZERO) !== ZERO &&
			text(row, 'mgnMode') !== mode,
	);
	if (other === undefined) return;
	throw refused(
		VENUE_SETTING_TEXT.otherMarginMode({
			exchange: okx.shownName,
			symbol,
			present: text(other, 'mgnMode') ?? null,
			marginMode: mode,
		}),
	);
}

/**
 * Parses a position. In net mode `pos` has the position's sign; with sides (`long`, `short`) it is always positive.
 */
function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const count = decimal(row, 'pos');
	if (instrument === undefined || count === undefined || count === 0n) return undefined;
	const isShort = text(row, 'posSide') === 'short';
	const isIsolated = text(row, 'mgnMode') === 'isolated';
	return {
		symbol: instrument.symbol,
		quantity: fromOrderUnits(instrument, isShort ? neg(count) : count),
		entryPrice: price(row, 'avgPx', instrument),
		markPrice: price(row, 'markPx', instrument),
		liquidationPrice: price(row, 'liqPx', instrument),
		leverage: decimal(row, 'lever') ?? null,
		marginMode: isIsolated ? 'isolated' : 'cross',
		margin: decimal(row, isIsolated ? 'margin' : 'imr') ?? null,
		unrealizedPnl: decimal(row, 'upl') ?? null,
		// "Divided into 6 levels, from 0 to 5, the smaller the number, the weaker the adl intensity" (page "Get
		// positions", adl, read 2026-11).
		adlRank: adlRankOf(row, 'adl', 0, 5),
	};
}

/**
 * Merges positions into one report per contract. OKX may hold an isolated and a cross position in a contract, or a
 * long and a short one; the report then has their sum.
 */
function mergedPositions(reports: readonly PositionReport[]): readonly PositionReport[] {
	const merged = new Map<string, PositionReport>();
	for (const report of reports) {
		const other = merged.get(report.symbol);
		merged.set(report.symbol, other === undefined ? report : together(other, report));
	}
	return [...merged.values()];
}

function together(a: PositionReport, b: PositionReport): PositionReport {
	const both = (x: Decimal | null, y: Decimal | null): Decimal | null =>
		x === null || y === null ? null : add(x, y);
	return {
		symbol: a.symbol,
		quantity: add(a.quantity, b.quantity),
		entryPrice: null,
		markPrice: a.markPrice,
		liquidationPrice: null,
		leverage: a.leverage === b.leverage ? a.leverage : null,
		marginMode: a.marginMode === b.marginMode ? a.marginMode : null,
		margin: both(a.margin, b.margin),
		unrealizedPnl: both(a.unrealizedPnl, b.unrealizedPnl),
		adlRank: a.adlRank === null || b.adlRank === null ? null : Math.max(a.adlRank, b.adlRank),
	};
}

/**
 * Returns the cash in a currency, including the margin of isolated positions. That margin is no longer in `cashBal`,
 * but equals `isoEq` minus the positions' profit.
 */
export function cashOf(detail: Body): Decimal {
	const isolatedMargin = sub(decimal(detail, 'isoEq') ?? ZERO, decimal(detail, 'isoUpl') ?? ZERO);
	return add(required(decimal(detail, 'cashBal'), 'cashBal'), isolatedMargin);
}

/**
 * Parses the balance from the response, which lists every currency with a balance in the trading account (page "Get
 * balance"). `eq` includes trading bots' money, which our contracts cannot use, so equity is cash plus unrealised
 * profit.
 */
function balanceOf(account: Body | undefined): BalanceReport {
	const details = bodies(at(account, 'details'));
	const detail = details.find((candidate) => text(candidate, 'ccy') === COLLATERAL);
	const otherAssets = details.flatMap((row) => otherAssetOf(row) ?? []);
	if (detail === undefined)
		return { walletBalance: ZERO, equity: ZERO, available: ZERO, marginUsed: ZERO, otherAssets };
	const walletBalance = cashOf(detail);
	const margins = ['imr', 'ordFrozen'].map((member) => decimal(detail, member) ?? ZERO);
	const isolated = sub(walletBalance, required(decimal(detail, 'cashBal'), 'cashBal'));
	return {
		walletBalance,
		equity: add(walletBalance, decimal(detail, 'upl') ?? ZERO),
		available: max(ZERO, required(decimal(detail, 'availEq') ?? decimal(detail, 'availBal'), 'availEq')),
		marginUsed: sum([isolated, ...margins]),
		otherAssets,
	};
}

function otherAssetOf(row: Body): OtherAsset | undefined {
	const asset = text(row, 'ccy');
	if (asset === undefined || asset === COLLATERAL || decimal(row, 'cashBal') === undefined) return undefined;
	const quantity = cashOf(row);
	if (quantity === ZERO) return undefined;
	const [equity, value] = [decimal(row, 'eq') ?? ZERO, decimal(row, 'eqUsd')];
	const usdPrice = value === undefined || equity === ZERO ? ZERO : divTrunc(value, equity);
	return { asset, quantity, usdPrice: usdPrice > ZERO ? usdPrice : null };
}
