/** Hyperliquid's bodies as reports of the port: text to exact decimals, units to coins. Pages as named in `dialect.ts`. */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	floorToStep,
	fromInteger,
	max,
	mulDown,
	mulTrunc,
	neg,
	ONE,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { ExternalFlowReport } from '../../ports/account-payments.ts';
import type {
	AccountFill,
	BalanceReport,
	FillReport,
	OrderReportStatus,
	PositionReport,
} from '../../ports/venue.ts';
import type { InstrumentTicker, RiskTier } from '../../ports/venue-market.ts';
import type { Maintenance } from '../../ports/venue-notices.ts';
import {
	at,
	type Body,
	bodies,
	decimal,
	leverageOf,
	listed,
	positive,
	positiveOf,
	price,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { titleText } from '../shared/notices.ts';
import { readFunding, usdAmount } from '../shared/ticker-fields.ts';
import { hyperliquid } from './facts.ts';
import { priceStep } from './prices.ts';

/** Currency of margin, profit and fees of Hyperliquid's perpetuals. */
export const COLLATERAL = 'USDC';
/** "Order must have minimum value of $10" (page "Error responses"). */
const NOTIONAL_MIN = fromInteger(10);
/** Funding is capped at 4 % an hour (page "Funding"). */
const FUNDING_CAP = parseDecimal('0.04');
/** Largest limit order by the highest leverage, USD: ten times the largest market order (page "Contract specifications"). */
const ORDER_MAX: readonly (readonly [leverage: number, usd: number])[] = [
	[50, 40_000_000],
	[20, 10_000_000],
	[10, 5_000_000],
	[1, 2_500_000],
];
/** Stamps of settlements lie up to some 80 ms after their instant, which is a whole second (recorded ones, 2023 to 2025). */
const STAMP_LATE_MS_MAX = 100;
const SECOND_MS = 1_000;

/** One contract of `metaAndAssetCtxs`: what it is, and what is told of it now. */
export type ContractRow = {
	/** Empty where it has no name. */
	readonly symbol: string;
	readonly assetIndex: number;
	readonly contract: Body;
	readonly context: Body;
};

/** The rows of both lists, which stand side by side, each with its number among all. @throws BodyError without the lists */
export function contractRows(answer: unknown): readonly ContractRow[] {
	const [meta, contexts] = Array.isArray(answer) ? answer : [];
	const rows = bodies(contexts);
	return listed(at(meta, 'universe'), 'contracts').map((contract, assetIndex) => ({
		symbol: text(contract, 'name') ?? '',
		assetIndex,
		contract,
		context: rows[assetIndex] ?? {},
	}));
}

/** Contract and context merged into one body with its symbol and asset number; members of the contract win. */
export function contractRow({ symbol, assetIndex, contract, context }: ContractRow): Body {
	return { ...context, ...contract, symbol, assetIndex };
}

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	const name = symbol === undefined ? undefined : resolveName(hyperliquid.spelling, { symbol });
	if (symbol === undefined || name === undefined || row.isDelisted === true) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const decimals = required(whole(row, 'szDecimals'), 'szDecimals');
	const mark = required(positive(row, 'markPx'), 'markPx');
	const step = (ONE / 10n ** BigInt(Math.max(0, Math.min(18, decimals)))) as Decimal;
	const lotSize = positiveOf(mulDown(step, coinsPerUnit), 'szDecimals');
	const leverageMax = leverageOf(row, 'maxLeverage');
	const [, usdMax = 0] = ORDER_MAX.find(([leverage]) => leverageMax >= leverage) ?? [];
	const units = floorToStep(divTrunc(fromInteger(usdMax), mark), step);
	return {
		venue: 'hyperliquid',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		// At the price of the moment: an order is rounded by the rule itself.
		tickSize: positiveOf(divTrunc(priceStep(mark, decimals), coinsPerUnit), 'markPx'),
		lotSize,
		quantityMin: lotSize,
		quantityMax: max(lotSize, mulDown(units, coinsPerUnit)),
		notionalMin: NOTIONAL_MIN,
		leverageMax,
		assetIndex: required(whole(row, 'assetIndex'), 'assetIndex'),
	};
}

/** @param nextSettlementAt undefined where it is not told @param usdtPrice what one USDT is worth in USDC; undefined where unknown */
export function tickerOf(
	row: Body,
	instrument: Instrument,
	now: number,
	nextSettlementAt: number | undefined,
	usdtPrice: Decimal | undefined,
): InstrumentTicker {
	const problems: string[] = [];
	const mark = price(row, 'markPx', instrument, problems);
	const index = price(row, 'oraclePx', instrument, problems);
	const interest = decimal(row, 'openInterest');
	const isDelisted = row.isDelisted === true;
	const hasBook = positive(row, 'midPx') !== undefined;
	if (isDelisted) problems.push('Hyperliquid states the contract as delisted.');
	else if (!hasBook) problems.push('Hyperliquid states no mid price: the book is empty on a side.');
	return {
		symbol: instrument.symbol,
		mark,
		index,
		// The last trade is not told; the mid is where the next would be.
		last: price(row, 'midPx', instrument) ?? mark,
		volume24h: usdAmount(row, 'dayNtlVlm'),
		openInterest:
			interest === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interest)), mark),
		funding: readFunding(
			{ rate: decimal(row, 'funding'), intervalMs: HOUR_MS, next: nextSettlementAt },
			now,
			{ rate: row.funding, interval: HOUR_MS, next: nextSettlementAt },
			problems,
		),
		fundingCap: FUNDING_CAP,
		fundingFloor: neg(FUNDING_CAP),
		delistingAt: null,
		tradable: !isDelisted && hasBook,
		problems,
		...(index === null || usdtPrice === undefined
			? {}
			: { otherIndex: { quote: 'USDT', price: divTrunc(index, usdtPrice) } }),
	};
}

/** The instant of a settlement from its stamp. */
export function settledInstant(stamp: number): number {
	const late = stamp % SECOND_MS;
	return late <= STAMP_LATE_MS_MAX ? stamp - late : stamp;
}

/**
 * The coming settlement by contract (`predictedFundings`): of this venue's own clock among the others that it tells.
 */
export function nextSettlements(answer: unknown): ReadonlyMap<string, number> {
	const own = (Array.isArray(answer) ? answer : []).flatMap((entry: unknown) => {
		const [coin, venues] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
		const rows = Array.isArray(venues) ? (venues as readonly unknown[]) : [];
		const found = rows.find((row) => Array.isArray(row) && row[0] === 'HlPerp');
		const next = Array.isArray(found) ? whole(found[1], 'nextFundingTime') : undefined;
		return typeof coin === 'string' && next !== undefined ? [[coin, next] as const] : [];
	});
	return new Map(own);
}

/** Name of the spot pair in which USDT is traded for USDC (`spotMeta`); undefined where there is none. */
export function usdtPairOf(meta: unknown): string | undefined {
	const tokens = bodies(at(meta, 'tokens'));
	const indexOf = (name: string): number | undefined =>
		whole(
			tokens.find((token) => text(token, 'name') === name),
			'index',
		);
	const wanted = [indexOf('USDT0'), indexOf('USDC')];
	const pair = bodies(at(meta, 'universe')).find(
		(row) =>
			Array.isArray(row.tokens) &&
			row.tokens.length === 2 &&
			row.tokens.every((token, place) => token === wanted[place]),
	);
	return wanted.includes(undefined) ? undefined : text(pair, 'name');
}

/**
 * Words of `orderStatus` (page "Info endpoint", read 2026-11). An order that could not meet what it wanted has ended like one
 * that was cancelled; whatever else was refused was wrong with it.
 */
export function statusOf(word: string): OrderReportStatus {
	if (word === 'open' || word === 'triggered') return 'open';
	if (word === 'filled') return 'filled';
	const isOfTheBook = word === 'iocCancelRejected' || word === 'badAloPxRejected';
	return /rejected$/i.test(word) && !isOfTheBook ? 'rejected' : 'canceled';
}

/** A trade's number is unique per block and contract; the fee includes a builder's (page "Subscriptions", WsFill). */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const filledAt = required(whole(row, 'time'), 'time');
	const filledPrice = fromVenuePrice(instrument, required(decimal(row, 'px'), 'px'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'sz'), 'sz'));
	return {
		tradeId: `${filledAt}-${required(text(row, 'tid'), 'tid')}`,
		quantity,
		price: filledPrice,
		...feeOf(
			instrument,
			{ price: filledPrice, quantity, rate: undefined },
			{ asset: text(row, 'feeToken'), quantity: required(decimal(row, 'fee'), 'fee') },
		),
		filledAt,
	};
}

/** Our own form of a client order id: the venue's without its 0x; null where there is none, or one of another form. */
export function clientOrderIdOf(cloid: unknown): string | null {
	return typeof cloid === 'string' ? (/^0x([0-9a-f]{32})$/i.exec(cloid)?.[1]?.toLowerCase() ?? null) : null;
}

/**
 * A liquidation names who was liquidated: whoever took the position over has the same object in his fill. Deleveraging and the
 * settlement of a delisted contract are told in `dir` alone, by words that no page lists.
 */
export function accountFillOf(row: Body, instrument: Instrument, account: string): AccountFill {
	const liquidated = text(at(row, 'liquidation'), 'liquidatedUser')?.toLowerCase();
	const direction = text(row, 'dir') ?? '';
	const cause: AccountFill['cause'] =
		liquidated === account || /^Liquidated/i.test(direction)
			? 'liquidation'
			: /auto-?deleverag/i.test(direction)
				? 'adl'
				: /settlement|delist/i.test(direction)
					? 'delisting'
					: 'order';
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'A' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'oid'), 'oid'),
		clientOrderId: clientOrderIdOf(row.cloid),
		cause,
	};
}

/** The mark is not told with a position; its value is. */
export function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
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
		// What an isolated position uses is its margin with its profit.
		margin: used === undefined ? null : mode === 'isolated' ? sub(used, profit ?? ZERO) : used,
		unrealizedPnl: profit ?? null,
	};
}

/** Cash is the account's value without the profit of what is held (page "Info endpoint: perpetuals", clearinghouseState). */
export function balanceOf(state: unknown): BalanceReport {
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

/**
 * Maintenance margin is half of the initial margin at the highest leverage of the tier, less what makes the tiers meet (page
 * "Margin tiers"). A table whose number is below 50 is one tier of that leverage.
 */
export function riskTiersOf(answer: unknown, symbol: string): readonly RiskTier[] {
	const [meta] = Array.isArray(answer) ? answer : [];
	const row = bodies(at(meta, 'universe')).find((each) => text(each, 'name') === symbol);
	const tables = at(meta, 'marginTables');
	const table = (Array.isArray(tables) ? (tables as readonly unknown[]) : []).find(
		(entry) => Array.isArray(entry) && entry[0] === row?.marginTableId,
	);
	const listed = Array.isArray(table) ? bodies(at(table[1], 'marginTiers')) : [];
	const tiers = listed.length > 0 ? listed : [{ lowerBound: '0', maxLeverage: row?.maxLeverage }];
	const result: RiskTier[] = [];
	let deduction = ZERO;
	let rateBefore: Decimal | undefined;
	for (const [place, tier] of tiers.entries()) {
		const leverageMax = required(positive(tier, 'maxLeverage'), 'maxLeverage');
		const maintenanceRate = divTrunc(ONE, mulTrunc(leverageMax, fromInteger(2)));
		const from = decimal(tier, 'lowerBound') ?? ZERO;
		if (rateBefore !== undefined)
			deduction = add(deduction, mulTrunc(from, sub(maintenanceRate, rateBefore)));
		rateBefore = maintenanceRate;
		const next = tiers[place + 1];
		const valueMax = next === undefined ? VALUE_MAX : required(positive(next, 'lowerBound'), 'lowerBound');
		result.push({ valueMax, maintenanceRate, deduction, leverageMax });
	}
	return result;
}

/** The last tier has no end; no position is worth this much, USD. */
const VALUE_MAX = fromInteger(1_000_000_000_000);

/** What is said while something is out of the ordinary; its form is not documented, so whatever there is is shown. */
export function maintenanceOf(answer: unknown, now: number): readonly Maintenance[] {
	required(whole(answer, 'time'), 'time');
	const special = at(answer, 'specialStatuses');
	if (special === null || special === undefined) return [];
	const words = typeof special === 'string' ? special : JSON.stringify(special);
	return [{ title: titleText(words), from: now, until: null }];
}

/**
 * A ledger entry that moves the account's collateral from outside (page "Subscriptions", WsUserNonFundingLedgerUpdate, and
 * recorded ones); undefined for what stays within, or is of the spot side. Amounts are positive: whose hand they leave says the
 * sign.
 */
export function flowOf(row: Body, account: string): ExternalFlowReport | undefined {
	const delta = at(row, 'delta');
	const kind = text(delta, 'type');
	const flowAt = whole(row, 'time');
	if (kind === undefined || flowAt === undefined) return undefined;
	const amount = flowAmount(delta, kind, account);
	if (amount === undefined || amount === ZERO) return undefined;
	const recordId = `${text(row, 'hash') ?? flowAt}:${kind}`;
	return { recordId, kind, asset: COLLATERAL, amount, at: flowAt };
}

function flowAmount(delta: unknown, kind: string, account: string): Decimal | undefined {
	const usdc = decimal(delta, 'usdc');
	const fee = decimal(delta, 'fee') ?? ZERO;
	const isOut = text(delta, 'user')?.toLowerCase() === account;
	switch (kind) {
		case 'withdraw':
			return usdc === undefined ? undefined : neg(add(usdc, fee));
		case 'accountClassTransfer':
			return usdc === undefined ? undefined : at(delta, 'toPerp') === true ? usdc : neg(usdc);
		case 'internalTransfer':
		case 'subAccountTransfer':
			return usdc === undefined ? undefined : isOut ? neg(add(usdc, fee)) : usdc;
		case 'vaultCreate':
		case 'vaultDeposit':
			return usdc === undefined ? undefined : neg(usdc);
		case 'vaultWithdraw':
			return decimal(delta, 'netWithdrawnUsd');
		case 'send':
			return sentAmount(delta, account);
		// Of the spot side, or told by fills.
		case 'spotTransfer':
		case 'spotGenesis':
		case 'rewardsClaim':
		case 'liquidation':
			return undefined;
		default:
			return usdc;
	}
}

/** Between exchanges of one account and between accounts; '' is the one that is traded at here. */
function sentAmount(delta: unknown, account: string): Decimal | undefined {
	if (text(delta, 'token') !== COLLATERAL) return undefined;
	const amount = required(decimal(delta, 'amount'), 'amount');
	const leaves = text(delta, 'user')?.toLowerCase() === account && (at(delta, 'sourceDex') ?? '') === '';
	const arrives =
		text(delta, 'destination')?.toLowerCase() === account && (at(delta, 'destinationDex') ?? '') === '';
	const out = leaves ? add(amount, decimal(delta, 'fee') ?? ZERO) : ZERO;
	return sub(arrives ? amount : ZERO, out);
}
