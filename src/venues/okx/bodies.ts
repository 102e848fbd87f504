/** OKX v5 bodies as reports of the port: text to exact decimals, contracts to coins. Pages as named in `dialect.ts`. */
import {
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	max,
	mulDown,
	mulTrunc,
	neg,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type {
	AccountFill,
	BalanceReport,
	FillReport,
	OtherAsset,
	PositionReport,
} from '../../ports/venue.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Maintenance } from '../../ports/venue-notices.ts';
import {
	at,
	atLeast,
	type Body,
	bodies,
	decimal,
	leverageOf,
	positive,
	positiveOf,
	price,
	required,
	shown,
	text,
	whole,
} from '../shared/fields.ts';
import { titleText } from '../shared/notices.ts';
import { readBounds, readFunding, usdAmount } from '../shared/ticker-fields.ts';
import { okx } from './facts.ts';

const COLLATERAL = 'USDT';

/**
 * States in which a contract is listed (page "Get instruments"): in all but the first it does not trade freely for the
 * moment. `preopen` and `test` are not yet or no contract.
 */
const LISTED_STATES: ReadonlySet<string | undefined> = new Set(['live', 'suspend', 'rebase', 'post_only']);

/**
 * `instCategory` of contracts on coins (page "Get instruments"; values by the client nautilus_okx, 2026-11). The others are stocks
 * (3), commodities (4), currencies (5) and bonds (6): they have other hours and other funding, and one on TSLA is no contract on a
 * coin of that name.
 */
const OF_COINS = '1';

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'instId');
	const base = text(row, 'ctValCcy');
	// A linear contract's face value counts coins, an inverse one's dollars. Trading before the market has rules of its own.
	if (
		symbol === undefined ||
		text(row, 'instType') !== 'SWAP' ||
		text(row, 'ctType') !== 'linear' ||
		!LISTED_STATES.has(text(row, 'state')) ||
		(text(row, 'ruleType') ?? 'normal') !== 'normal' ||
		(text(row, 'instCategory') ?? OF_COINS) !== OF_COINS ||
		text(row, 'settleCcy') !== COLLATERAL
	)
		return undefined;
	const name = resolveName(okx.spelling, { symbol, base, quote: COLLATERAL });
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const face = required(positive(row, 'ctVal'), 'ctVal');
	const multiplier = required(positive(row, 'ctMult'), 'ctMult');
	const coinsPerContract = positiveOf(mulDown(mulDown(face, multiplier), coinsPerUnit), 'ctVal');
	const coins = (member: string): Decimal =>
		positiveOf(mulDown(required(positive(row, member), member), coinsPerContract), member);
	const quantityMin = coins('minSz');
	const tick = required(positive(row, 'tickSz'), 'tickSz');
	return {
		venue: 'okx',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerContract,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSz'),
		lotSize: coins('lotSz'),
		quantityMin,
		quantityMax: atLeast(quantityMin, coins('maxLmtSz'), 'maxLmtSz'),
		notionalMin: ZERO,
		leverageMax: leverageOf(row, 'lever'),
	};
}

/** The parts of a ticker, each of an answer of its own. */
export type TickerParts = {
	readonly contract: Body;
	readonly ticker: Body | undefined;
	readonly mark: Body | undefined;
	readonly index: Body | undefined;
	readonly interest: Body | undefined;
	readonly funding: Body | undefined;
};

/** Prices in USD a coin and funding of one contract; each unreadable figure is null and named in `problems`. */
export function tickerOf(parts: TickerParts, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const state = text(parts.contract, 'state');
	if (state !== 'live') problems.push(`OKX states the contract as ${shown(parts.contract.state)}.`);
	const last = price(parts.ticker ?? {}, 'last', instrument, problems);
	const funding = parts.funding ?? {};
	return {
		symbol: instrument.symbol,
		mark: price(parts.mark ?? {}, 'markPx', instrument, problems),
		index: price(parts.index ?? {}, 'idxPx', instrument, problems),
		last,
		volume24h: volumeOf(parts.ticker, last),
		openInterest: usdAmount(parts.interest ?? {}, 'oiUsd'),
		funding: readFunding(
			{
				rate: decimal(funding, 'fundingRate'),
				intervalMs: intervalOf(funding),
				next: whole(funding, 'fundingTime'),
			},
			now,
			{
				rate: funding.fundingRate,
				interval: [funding.fundingTime, funding.nextFundingTime],
				next: funding.fundingTime,
			},
			problems,
		),
		...readBounds(decimal(funding, 'maxFundingRate'), decimal(funding, 'minFundingRate')),
		delistingAt: delistingAt(parts.contract),
		tradable: state === 'live',
		problems,
	};
}

/** Of derivatives `volCcy24h` counts coins, whose worth is taken at the last price. */
function volumeOf(ticker: Body | undefined, last: Decimal | null): Decimal | null {
	const coins = decimal(ticker, 'volCcy24h');
	if (coins === undefined || coins < 0n || last === null) return null;
	return usdAmount({ usd: formatDecimal(mulTrunc(coins, last)) }, 'usd');
}

/** "Focus on the difference between fundingTime and nextFundingTime" (page "Get funding rate"). */
function intervalOf(funding: Body): number | undefined {
	const coming = whole(funding, 'fundingTime');
	const after = whole(funding, 'nextFundingTime');
	return coming === undefined || after === undefined ? undefined : after - coming;
}

/** Of a perpetual `expTime` is when it is taken offline, and empty until that is announced (page "Get instruments"). */
function delistingAt(row: Body): number | null {
	const instant = whole(row, 'expTime');
	return instant === undefined || instant <= 0 ? null : instant;
}

/**
 * A fee that is paid is negative at OKX. Fees of USDT-margined perpetuals are USDT; one in something else has no rate in the
 * row to value it by (`feeRate` is of spot alone), so such a row is no answer.
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const feeAsset = text(row, 'feeCcy') ?? COLLATERAL;
	const paid = neg(required(decimal(row, 'fee'), 'fee'));
	return {
		// The trade's id is one of the instrument's; the bill's is the account's own.
		tradeId: required(text(row, 'billId'), 'billId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'fillSz'), 'fillSz')),
		price: fromVenuePrice(instrument, required(decimal(row, 'fillPx'), 'fillPx')),
		fee: required(feeAsset === COLLATERAL ? paid : undefined, 'fee in USDT'),
		feeAsset,
		feeQuantity: paid,
		filledAt: required(whole(row, 'fillTime') ?? whole(row, 'ts'), 'fillTime'),
	};
}

/** Transaction types (page "Transaction details"); a position that was moved or traded in a block is somebody's doing. */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	...Object.fromEntries(
		['100', '101', '102', '103', '104', '105', '106', '107', '110', '111'].map((type) => [
			type,
			'liquidation' as const,
		]),
	),
	...Object.fromEntries(['125', '126', '127', '128'].map((type) => [type, 'adl' as const])),
	...Object.fromEntries(['112', '113'].map((type) => [type, 'delisting' as const])),
};

/** Undefined for a row that changes no position. */
export function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	if (decimal(row, 'fillSz') === ZERO) return undefined;
	const fill = fillOf(row, instrument);
	return {
		...fill,
		side: text(row, 'side') === 'sell' ? 'sell' : 'buy',
		// A block trade has no order.
		venueOrderId: text(row, 'ordId') ?? fill.tradeId,
		clientOrderId: text(row, 'clOrdId') ?? null,
		cause: FILL_CAUSES[text(row, 'subType') ?? ''] ?? 'order',
	};
}

/** In the net mode `pos` has the sign of the position; with sides (`long`, `short`) it is positive on either. */
export function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
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
export function mergedPositions(reports: readonly PositionReport[]): readonly PositionReport[] {
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
export function balanceOf(account: Body | undefined): BalanceReport {
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

/** Services of a status event that are about trading: all of it, in batches of accounts or of products (page "Status"). */
const TRADING_SERVICES: ReadonlySet<string | undefined> = new Set(['5', '8', '9']);
const PRODUCTION = '1';

/**
 * An event that is about trading and has not ended. In `pre_open` cancels and post-only orders alone are taken; the end of one
 * that runs is what the venue expects, so it is over only when the venue says so.
 */
export function maintenanceOf(row: Body): Maintenance | undefined {
	const state = text(row, 'state');
	const from = whole(row, 'begin');
	const isOngoing = state === 'ongoing' || state === 'pre_open';
	if ((state !== 'scheduled' && !isOngoing) || from === undefined) return undefined;
	if ((text(row, 'env') ?? PRODUCTION) !== PRODUCTION) return undefined;
	if (!TRADING_SERVICES.has(text(row, 'serviceType'))) return undefined;
	const until = isOngoing ? null : (whole(row, 'end') ?? null);
	return { title: titleText(text(row, 'title') ?? 'no title'), from, until };
}
