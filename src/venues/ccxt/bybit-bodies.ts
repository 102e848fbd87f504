/** Bybit V5 bodies as reports of the port: text to exact decimals, units to coins. Pages as named in `bybit-dialect.ts`. */
import { add, type Decimal, divTrunc, max, mulDown, neg, sub, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { BalanceReport, FillReport, InstrumentTicker, PositionReport } from '../../ports/venue.ts';
import { at, type Body, decimal, positive, price, required, text, whole } from './fields.ts';

export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName('bybit', { symbol, base: text(row, 'baseCoin'), quote: text(row, 'quoteCoin') });
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	// Accounts are read in USDT, so contracts that settle in USDC are left out.
	if (
		text(row, 'contractType') !== 'LinearPerpetual' ||
		text(row, 'status') !== 'Trading' ||
		quote !== 'USDT' ||
		text(row, 'settleCoin') !== 'USDT'
	)
		return undefined;
	const tick = positive(at(row, 'priceFilter'), 'tickSize');
	const lots = at(row, 'lotSizeFilter');
	const step = positive(lots, 'qtyStep');
	const least = positive(lots, 'minOrderQty');
	const most = positive(lots, 'maxOrderQty');
	if (tick === undefined || step === undefined || least === undefined || most === undefined) return undefined;
	const coins = (units: Decimal): Decimal => mulDown(units, coinsPerUnit);
	return {
		venue: 'bybit',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: divTrunc(tick, coinsPerUnit),
		lotSize: coins(step),
		quantityMin: coins(least),
		quantityMax: coins(most),
		notionalMin: decimal(lots, 'minNotionalValue') ?? ZERO,
		leverageMax: Number(text(at(row, 'leverageFilter'), 'maxLeverage') ?? '1'),
	};
}

export function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const rate = decimal(row, 'fundingRate');
	const intervalHours = whole(row, 'fundingIntervalHour');
	const next = whole(row, 'nextFundingTime');
	const usable =
		rate !== undefined &&
		intervalHours !== undefined &&
		intervalHours > 0 &&
		next !== undefined &&
		next > now - 60_000;
	if (!usable)
		problems.push(
			`The funding was not usable: rate ${JSON.stringify(row.fundingRate ?? null)}, interval ${JSON.stringify(row.fundingIntervalHour ?? null)} h, next ${JSON.stringify(row.nextFundingTime ?? null)}.`,
		);
	const cap = decimal(row, 'fundingCap');
	return {
		symbol: instrument.symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastPrice', instrument, problems),
		volume24h: decimal(row, 'turnover24h') ?? null,
		openInterest: decimal(row, 'openInterestValue') ?? null,
		funding: usable
			? { predictedRate: rate, intervalMs: intervalHours * 3_600_000, nextSettlementAt: next }
			: null,
		fundingCap: cap ?? null,
		fundingFloor: cap === undefined ? null : neg(cap),
		tradable: true,
		problems,
	};
}

export function fillOf(row: Body, instrument: Instrument): FillReport {
	return {
		tradeId: required(text(row, 'execId'), 'execId'),
		quantity: fromOrderUnits(instrument, required(decimal(row, 'execQty'), 'execQty')),
		price: fromVenuePrice(instrument, required(decimal(row, 'execPrice'), 'execPrice')),
		fee: required(decimal(row, 'execFee'), 'execFee'),
		feeAsset: text(row, 'feeCurrency') ?? instrument.quote,
		filledAt: required(whole(row, 'execTime'), 'execTime'),
	};
}

export function positionOf(
	row: Body,
	instrument: Instrument | undefined,
	mode: 'isolated' | 'cross',
): PositionReport | undefined {
	const size = decimal(row, 'size');
	if (instrument === undefined || size === undefined || size === 0n) return undefined;
	const coins = fromOrderUnits(instrument, size);
	return {
		symbol: instrument.symbol,
		quantity: text(row, 'side') === 'Sell' ? neg(coins) : coins,
		entryPrice: price(row, 'avgPrice', instrument),
		markPrice: price(row, 'markPrice', instrument),
		liquidationPrice: price(row, 'liqPrice', instrument),
		leverage: decimal(row, 'leverage') ?? null,
		marginMode: mode,
		margin: decimal(row, 'positionIM') ?? null,
		unrealizedPnl: decimal(row, 'unrealisedPnl') ?? null,
	};
}

/**
 * In isolated mode the account's totals are empty: what is free is the wallet less what positions and orders hold, what
 * spot orders lock, and bonus money (page "Get Wallet Balance", read 2026-11).
 */
export function balanceOf(account: Body | undefined, coin: Body | undefined): BalanceReport {
	const walletBalance = coin === undefined ? ZERO : required(decimal(coin, 'walletBalance'), 'walletBalance');
	const equity = decimal(coin, 'equity') ?? walletBalance;
	const marginUsed = add(decimal(coin, 'totalPositionIM') ?? ZERO, decimal(coin, 'totalOrderIM') ?? ZERO);
	const tied = sum([marginUsed, decimal(coin, 'locked') ?? ZERO, decimal(coin, 'bonus') ?? ZERO]);
	const available = decimal(account, 'totalAvailableBalance') ?? max(ZERO, sub(walletBalance, tied));
	return { walletBalance, equity, available, marginUsed };
}

/** A short's record carries the market's rate with its sign turned (execution list page, read 2026-11). */
export function marketRate(row: Body): Decimal | null {
	const rate = decimal(row, 'feeRate');
	if (rate === undefined) return null;
	return text(row, 'side') === 'Sell' ? neg(rate) : rate;
}
