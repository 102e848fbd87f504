/**
 * What an account of OKX holds and pays, and how it is set for an order: one in futures mode with net positions (okx.com/docs-v5,
 * get positions, get balance, set leverage, pages of 2026-07).
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
import type { BalanceReport, OtherAsset, PositionReport } from '../../ports/venue.ts';
import { HedgeModeError, VenueError } from '../../ports/venue-error.ts';
import type { AccountDialect, Call } from '../shared/dialect.ts';
import { at, type Body, bodies, decimal, listed, price, required, text } from '../shared/fields.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import { COLLATERAL, familyOf, SWAPS } from './markets.ts';

/** One session of an account, whose positions are read once for all who ask at the same time. */
export function okxAccount(): AccountDialect {
	const reads = createSharedReads();
	return {
		prepare: (...asked) => prepare(reads, ...asked),
		async readPositions(call, find) {
			return mergedPositions(
				(await positionRows(call)).flatMap((row) => positionOf(row, find(text(row, 'instId') ?? '')) ?? []),
			);
		},
		// One answer has all that the account holds.
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
			`The leverage was ${formatDecimal(leverage)}, ${instrument.symbol} takes at most ${instrument.leverageMax}.`,
		);
	await verified('account mode', mode, () => requireAccountMode(call, mode));
	await requireNoOtherMode(reads, call, instrument, mode);
	const query = { instId: instrument.symbol, mgnMode: mode };
	const present = await call('account', 'privateGetAccountLeverageInfo', query);
	if (leverageIn(present) === leverage) return;
	const lever = formatDecimal(leverage);
	const changed = await call('account', 'privatePostAccountSetLeverage', { ...query, lever });
	if (leverageIn(changed) !== leverage)
		throw refused(`The leverage of ${instrument.symbol} was not changed to ${lever}.`);
}

function refused(message: string): VenueError {
	return new VenueError('okx', 'rejected', message);
}

async function positionRows(call: Call): Promise<readonly Body[]> {
	const answer = await call('account', 'privateGetAccountPositions', SWAPS);
	return listed(at(answer, 'data'), 'positions');
}

/** Rates are negative where they are paid; those of the contract's fee group go before the deprecated ones. */
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
 * The long/short mode has a position per side, which our orders do not name; the spot mode has no perpetuals; multi-currency
 * and portfolio margin take cross positions alone (page "Place order", tdMode, 2026-01). Its edition of 2026-07 speaks of
 * isolated perpetuals no more while "Set leverage" of the same month does: where OKX takes none, it refuses the order.
 * @throws VenueError
 */
async function requireAccountMode(call: Call, mode: 'isolated' | 'cross'): Promise<void> {
	const account = bodies(at(await call('account', 'privateGetAccountConfig'), 'data'))[0];
	const positions = required(text(account, 'posMode'), 'posMode');
	if (positions !== 'net_mode')
		throw new HedgeModeError(
			'okx',
			`The account is in hedge mode (${positions}), one-way is needed. Switch it at the venue.`,
			// Page "Set position mode", read 2026-11.
			'POST /api/v5/account/set-position-mode with posMode net_mode',
		);
	const level = required(text(account, 'acctLv'), 'acctLv');
	if (level === SPOT_MODE || (mode === 'isolated' && level !== FUTURES_MODE))
		throw refused(
			`The account mode was ${level}, ${FUTURES_MODE} (futures mode) is needed for ${mode} positions. Switch it at the venue.`,
		);
}

/** An order of one margin mode would open a second position beside that of the other. @throws VenueError */
async function requireNoOtherMode(
	reads: SharedReads,
	call: Call,
	{ symbol }: Instrument,
	mode: string,
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
		`A position in ${symbol} is open whose margin mode is ${text(other, 'mgnMode')}, so none is opened with ${mode}. Close it at the venue.`,
	);
}

/** In the net mode `pos` has the sign of the position; with sides (`long`, `short`) it is positive on either. */
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
	};
}

/**
 * One report per contract. OKX may hold an isolated and a cross position in it, or a long and a short one, side by side: then
 * what they have in common is their sum.
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
	};
}

/** Cash of a currency, that of isolated positions included: their margin has left `cashBal` and is `isoEq` less its profit. */
function cashOf(detail: Body): Decimal {
	const isolatedMargin = sub(decimal(detail, 'isoEq') ?? ZERO, decimal(detail, 'isoUpl') ?? ZERO);
	return add(required(decimal(detail, 'cashBal'), 'cashBal'), isolatedMargin);
}

/**
 * One answer has every currency of the trading account that is not zero (page "Get balance"). `eq` has the money of trading
 * bots in it, which no contract of ours can use; so equity is cash and unrealised profit.
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
