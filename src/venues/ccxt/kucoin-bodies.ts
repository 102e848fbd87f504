/** KuCoin futures' bodies as reports of the port: text to exact decimals, lots to coins. Pages as named in `kucoin-dialect.ts`. */
import { abs, type Decimal, divTrunc, mulDown, neg, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { FillReport, InstrumentTicker, PositionReport } from '../../ports/venue.ts';
import { type Body, decimal, positive, price, required, text, whole } from './fields.ts';

const NANOSECONDS_PER_MS = 1_000_000;

export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName('kucoin', {
		symbol,
		base: text(row, 'baseCurrency'),
		quote: text(row, 'quoteCurrency'),
	});
	const tick = positive(row, 'tickSize');
	const multiplier = positive(row, 'multiplier');
	const lots = positive(row, 'lotSize');
	const most = positive(row, 'maxOrderQty');
	if (
		name === undefined ||
		tick === undefined ||
		multiplier === undefined ||
		lots === undefined ||
		most === undefined
	)
		return undefined;
	const { coin, quote, coinsPerUnit } = name;
	// Perpetuals have no expiry; inverse contracts count USD, not coins. Accounts are read in USDT, so contracts that settle
	// in USDC are left out.
	if (
		row.isInverse === true ||
		text(row, 'type') !== 'FFWCSX' ||
		text(row, 'status') !== 'Open' ||
		quote !== 'USDT' ||
		text(row, 'settleCurrency') !== 'USDT'
	)
		return undefined;
	const coinsPerLot = mulDown(multiplier, coinsPerUnit);
	return {
		venue: 'kucoin',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerLot,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: divTrunc(tick, coinsPerUnit),
		lotSize: mulDown(lots, coinsPerLot),
		quantityMin: mulDown(lots, coinsPerLot),
		quantityMax: mulDown(most, coinsPerLot),
		notionalMin: ZERO,
		leverageMax: Number(text(row, 'maxLeverage') ?? '1'),
	};
}

export function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const mark = price(row, 'markPrice', instrument, problems);
	const rate = decimal(row, 'fundingFeeRate');
	const intervalMs = whole(row, 'currentFundingRateGranularity') ?? whole(row, 'fundingRateGranularity');
	const next = nextSettlement(row, now);
	const usable = rate !== undefined && intervalMs !== undefined && intervalMs > 0 && next !== undefined;
	if (!usable)
		problems.push(
			`The funding was not usable: rate ${JSON.stringify(row.fundingFeeRate ?? null)}, interval ${JSON.stringify(row.fundingRateGranularity ?? null)} ms, next ${JSON.stringify(row.nextFundingRateTime ?? null)} ms.`,
		);
	const interestLots = decimal(row, 'openInterest');
	return {
		symbol: instrument.symbol,
		mark,
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastTradePrice', instrument, problems),
		volume24h: decimal(row, 'turnoverOf24h') ?? null,
		openInterest:
			interestLots === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interestLots)), mark),
		funding: usable ? { predictedRate: rate, intervalMs, nextSettlementAt: next } : null,
		fundingCap: decimal(row, 'fundingRateCap') ?? null,
		fundingFloor: decimal(row, 'fundingRateFloor') ?? null,
		tradable: text(row, 'status') === 'Open',
		problems,
	};
}

/** The instant where the venue states it; else now plus `nextFundingRateTime`, which counts the milliseconds that remain. */
function nextSettlement(row: Body, now: number): number | undefined {
	const instant = whole(row, 'nextFundingRateDateTime');
	if (instant !== undefined && instant > now - 60_000) return instant;
	const remaining = whole(row, 'nextFundingRateTime');
	return remaining === undefined || remaining < 0 ? undefined : now + remaining;
}

export function fillOf(row: Body, instrument: Instrument): FillReport {
	const nanoseconds = text(row, 'tradeTime');
	const filledAt =
		nanoseconds === undefined
			? whole(row, 'createdAt')
			: Math.floor(Number(nanoseconds) / NANOSECONDS_PER_MS);
	return {
		tradeId: required(text(row, 'tradeId'), 'tradeId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'size'), 'size')),
		price: fromVenuePrice(instrument, required(decimal(row, 'price'), 'price')),
		fee: required(decimal(row, 'fee'), 'fee'),
		feeAsset: text(row, 'feeCurrency') ?? instrument.quote,
		filledAt: required(filledAt, 'tradeTime'),
	};
}

export function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
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
	};
}

/** The ledger writes what leaves as a positive amount with a kind that says so, or as a negative one: both are read. */
export function signed(kind: string, amount: Decimal): Decimal {
	return /Withdraw|TransferOut/i.test(kind) ? neg(abs(amount)) : amount;
}
