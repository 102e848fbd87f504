/** Binance USD-M bodies as reports of the port: text to exact decimals, units to coins. Pages as named in `dialect.ts`. */
import { type Decimal, divTrunc, max, mulDown, ONE, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { ExternalFlowReport, FundingPaymentReport } from '../../ports/account-payments.ts';
import type {
	AccountFill,
	BalanceReport,
	FillReport,
	MarginMode,
	PositionReport,
} from '../../ports/venue.ts';
import type { FeeRates, InstrumentTicker } from '../../ports/venue-market.ts';
import {
	at,
	atLeast,
	type Body,
	bodies,
	decimal,
	listed,
	positive,
	positiveOf,
	price,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { readBounds, readFunding, usdAmount } from '../shared/ticker-fields.ts';
import { binance } from './facts.ts';

/** Interval of a contract that the list of adjusted ones does not name (page "Get Funding Rate Info"). */
const USUAL_INTERVAL_MS = 8 * HOUR_MS;
/** A perpetual that is not delisted is delivered in 2100. */
const NEVER_DELIVERED = Date.UTC(2100, 0, 1);
const HUNDRED = 100;

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(binance.spelling, {
		symbol,
		base: text(row, 'baseAsset'),
		quote: text(row, 'quoteAsset'),
	});
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	// Accounts are read in USDT, so contracts that settle in USDC are left out.
	if (
		text(row, 'contractType') !== 'PERPETUAL' ||
		text(row, 'status') !== 'TRADING' ||
		quote !== 'USDT' ||
		text(row, 'marginAsset') !== 'USDT'
	)
		return undefined;
	const lots = filterOf(row, 'LOT_SIZE');
	const coins = (units: Decimal): Decimal => mulDown(units, coinsPerUnit);
	const quantityMin = positiveOf(coins(required(positive(lots, 'minQty'), 'minQty')), 'minQty');
	const tick = required(positive(filterOf(row, 'PRICE_FILTER'), 'tickSize'), 'tickSize');
	return {
		venue: 'binance',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize: positiveOf(coins(required(positive(lots, 'stepSize'), 'stepSize')), 'stepSize'),
		quantityMin,
		quantityMax: atLeast(quantityMin, coins(required(positive(lots, 'maxQty'), 'maxQty')), 'maxQty'),
		notionalMin: max(ZERO, decimal(filterOf(row, 'MIN_NOTIONAL'), 'notional') ?? ZERO),
		leverageMax: leverageMaxOf(row),
	};
}

/**
 * The highest leverage is told to accounts alone (page "Notional and Leverage Brackets"); publicly there is the margin that a
 * contract requires, `requiredMarginPercent`, of which the page says not to use it. Its inverse has been at most the highest
 * leverage; beyond it the venue has the last word.
 */
function leverageMaxOf(row: Body): number {
	const percent = Number(text(row, 'requiredMarginPercent') ?? HUNDRED);
	return percent > 0 && percent <= HUNDRED ? Math.floor(HUNDRED / percent) : 1;
}

function filterOf(row: Body, filterType: string): Body | undefined {
	return bodies(at(row, 'filters')).find((filter) => text(filter, 'filterType') === filterType);
}

/** When a contract is closed for good; null while nothing is announced: its delivery is far away then. */
export function delistingOf(row: Body | undefined): number | null {
	const deliveryAt = whole(row, 'deliveryDate');
	return deliveryAt === undefined || deliveryAt <= 0 || deliveryAt > NEVER_DELIVERED ? null : deliveryAt;
}

/** Rows of one symbol each, by it. */
export function bySymbol(rows: readonly Body[]): ReadonlyMap<string, Body> {
	return new Map(rows.map((row) => [String(row.symbol), row]));
}

/** Rows of premium index, funding information and 24 h statistics, each by symbol, that one ticker is made from. */
export type TickerParts = {
	readonly contracts: ReadonlyMap<string, Body>;
	readonly adjusted: ReadonlyMap<string, Body>;
	readonly days: ReadonlyMap<string, Body>;
};

/** `lastFundingRate` is the running estimate for `nextFundingTime` (page "Mark Price", help centre on funding rates). */
export function tickerOf(
	row: Body,
	instrument: Instrument,
	parts: TickerParts,
	now: number,
): InstrumentTicker {
	const problems: string[] = [];
	const { symbol } = instrument;
	const day = parts.days.get(symbol);
	const adjusted = parts.adjusted.get(symbol);
	const hours = adjusted === undefined ? undefined : whole(adjusted, 'fundingIntervalHours');
	const intervalMs = adjusted === undefined ? USUAL_INTERVAL_MS : (hours ?? Number.NaN) * HOUR_MS;
	return {
		symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		// Of a contract that is younger than the last look at the day nothing is said of it, which is no fault.
		last: day === undefined ? null : price(day, 'lastPrice', instrument, problems),
		volume24h: usdAmount(day ?? {}, 'quoteVolume'),
		// It is told of one contract at a time (page "Open Interest").
		openInterest: null,
		funding: readFunding(
			{
				rate: decimal(row, 'lastFundingRate'),
				intervalMs: Number.isFinite(intervalMs) ? intervalMs : undefined,
				next: whole(row, 'nextFundingTime'),
			},
			now,
			{
				rate: row.lastFundingRate,
				interval: adjusted === undefined ? 'not adjusted' : adjusted.fundingIntervalHours,
				next: row.nextFundingTime,
			},
			problems,
		),
		...readBounds(decimal(adjusted, 'adjustedFundingRateCap'), decimal(adjusted, 'adjustedFundingRateFloor')),
		delistingAt: delistingOf(parts.contracts.get(symbol)),
		tradable: true,
		problems,
	};
}

/**
 * `commission` is positive where it was paid. In BNB it says nothing of its worth, which is the fill's value × the account's
 * rate; `rates` are needed only then.
 */
export function fillOf(row: Body, instrument: Instrument, rates: FeeRates | undefined): FillReport {
	const fillPrice = fromVenuePrice(instrument, required(decimal(row, 'price'), 'price'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'qty'), 'qty'));
	return {
		tradeId: required(text(row, 'id'), 'id'),
		quantity,
		price: fillPrice,
		...feeOf(
			instrument,
			{ price: fillPrice, quantity, rate: row.maker === true ? rates?.maker : rates?.taker },
			{
				asset: text(row, 'commissionAsset'),
				quantity: required(decimal(row, 'commission'), 'commission'),
			},
		),
		filledAt: required(whole(row, 'time'), 'time'),
	};
}

/** Whether the fee of any row is in another asset than the contract's. */
export function hasOtherFee(rows: readonly Body[], instrument: Instrument): boolean {
	return rows.some((row) => (text(row, 'commissionAsset') ?? instrument.quote) !== instrument.quote);
}

/** `causes`: by order id, of the orders by which the venue closed something itself. Trades name no client order id. */
export function accountFillOf(
	row: Body,
	instrument: Instrument,
	rates: FeeRates | undefined,
	causes: ReadonlyMap<string, AccountFill['cause']>,
): AccountFill {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	return {
		...fillOf(row, instrument, rates),
		side: text(row, 'side') === 'SELL' ? 'sell' : 'buy',
		venueOrderId,
		clientOrderId: null,
		cause: causes.get(venueOrderId) ?? 'order',
	};
}

/** Orders of the venue's own (page "User's Force Orders"): `autoclose-…` liquidates, `adl_autoclose` deleverages. */
export function forcedCauses(rows: readonly Body[]): ReadonlyMap<string, AccountFill['cause']> {
	const causes = new Map<string, AccountFill['cause']>();
	for (const row of rows) {
		const orderId = text(row, 'orderId');
		const clientId = text(row, 'clientOrderId') ?? '';
		const kind = OWN_ORDERS.find(([prefix]) => clientId.startsWith(prefix))?.[1];
		if (orderId !== undefined) causes.set(orderId, kind ?? 'liquidation');
	}
	return causes;
}

const OWN_ORDERS: readonly (readonly [string, AccountFill['cause']])[] = [
	['autoclose-', 'liquidation'],
	['adl_autoclose', 'adl'],
	['settlement_autoclose', 'delisting'],
];

/** The third version of a position names neither leverage nor mode: the configuration of its symbol does. */
export function positionOf(
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
	};
}

/** Margin mode from `marginType` of a symbol's configuration; undefined for any other value. */
export function marginModeOf(config: Body | undefined): MarginMode | undefined {
	const type = text(config, 'marginType');
	if (type === 'ISOLATED') return 'isolated';
	return type === 'CROSSED' ? 'cross' : undefined;
}

/** Of a single-asset account: USDT is the margin, and other assets are only held (page "Account Information V3"). */
export function balanceOf(account: unknown): BalanceReport {
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

/** Income that trading makes, which fills and settlements tell too (page "Get Income History", incomeType). */
const OWN_INCOME: ReadonlySet<string> = new Set(['FUNDING_FEE', 'REALIZED_PNL', 'COMMISSION']);
/** Of these a row names the contract that was traded. */
const TRADED_INCOME: ReadonlySet<string> = new Set(['REALIZED_PNL', 'COMMISSION']);

/** Symbols that rows of income name as traded (REALIZED_PNL and COMMISSION), each once. */
export function tradedSymbolsOf(rows: readonly Body[]): readonly string[] {
	const traded = rows.filter((row) => TRADED_INCOME.has(text(row, 'incomeType') ?? ''));
	return [...new Set(traded.flatMap((row) => text(row, 'symbol') ?? []))];
}

/** `tranId` is unique within a user's income of one type. Neither rate nor quantity is told. */
export function paymentOf(row: Body, instrument: Instrument): FundingPaymentReport | undefined {
	if (text(row, 'incomeType') !== 'FUNDING_FEE' || text(row, 'symbol') !== instrument.symbol)
		return undefined;
	const recordId = text(row, 'tranId');
	const amount = decimal(row, 'income');
	const settledAt = whole(row, 'time');
	if (recordId === undefined || amount === undefined || settledAt === undefined) return undefined;
	return { recordId, symbol: instrument.symbol, settledAt, rate: null, amount, quantity: null };
}

/** Income that is neither funding, realised profit nor commission, as a flow; undefined for those and for incomplete rows. */
export function flowOf(row: Body): ExternalFlowReport | undefined {
	const kind = text(row, 'incomeType');
	const asset = text(row, 'asset');
	const tranId = text(row, 'tranId');
	const amount = decimal(row, 'income');
	const flowAt = whole(row, 'time');
	if (
		kind === undefined ||
		asset === undefined ||
		tranId === undefined ||
		amount === undefined ||
		flowAt === undefined ||
		OWN_INCOME.has(kind)
	)
		return undefined;
	return { recordId: `${kind}:${tranId}`, kind, asset, amount, at: flowAt };
}

/** Whole leverages alone are taken (page "Change Initial Leverage": INT, 1 to 125). */
export function isWhole(leverage: Decimal): boolean {
	return leverage > ZERO && leverage % ONE === 0n;
}
