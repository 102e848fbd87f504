/** Bybit V5 bodies as reports of the port: text to exact decimals, units to coins. Pages as named in `dialect.ts`. */
import { add, type Decimal, divTrunc, max, mulDown, neg, sub, sum, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
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
	text,
	whole,
} from '../shared/fields.ts';
import { feeOf } from '../shared/fill-fee.ts';
import { titleText } from '../shared/notices.ts';
import { readBounds, readFunding, usdAmount } from '../shared/ticker-fields.ts';
import { bybit } from './facts.ts';

/**
 * `symbolType` of contracts on what is no coin (page "Get Instruments Info"; values by the client nautilus_bybit, 2026-11): stocks,
 * commodities, currencies and funds. They have other hours and other funding, and one on TSLA is no contract on a coin of that
 * name. Coins have none, or a zone (`innovation`, `adventure`).
 */
const OTHER_THAN_COINS: ReadonlySet<string> = new Set([
	...['stock', 'xstocks', 'mstocks', 'commodity', 'forex', 'etf'],
]);

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(bybit.spelling, {
		symbol,
		base: text(row, 'baseCoin'),
		quote: text(row, 'quoteCoin'),
	});
	if (name === undefined) return undefined;
	const { coin, quote, coinsPerUnit } = name;
	if (OTHER_THAN_COINS.has(text(row, 'symbolType') ?? '')) return undefined;
	// Accounts are read in USDT, so contracts that settle in USDC are left out.
	if (
		text(row, 'contractType') !== 'LinearPerpetual' ||
		text(row, 'status') !== 'Trading' ||
		quote !== 'USDT' ||
		text(row, 'settleCoin') !== 'USDT'
	)
		return undefined;
	const lots = at(row, 'lotSizeFilter');
	const coins = (units: Decimal): Decimal => mulDown(units, coinsPerUnit);
	const quantityMin = positiveOf(
		coins(required(positive(lots, 'minOrderQty'), 'minOrderQty')),
		'minOrderQty',
	);
	const tick = required(positive(at(row, 'priceFilter'), 'tickSize'), 'tickSize');
	return {
		venue: 'bybit',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize: positiveOf(coins(required(positive(lots, 'qtyStep'), 'qtyStep')), 'qtyStep'),
		quantityMin,
		quantityMax: atLeast(
			quantityMin,
			coins(required(positive(lots, 'maxOrderQty'), 'maxOrderQty')),
			'maxOrderQty',
		),
		notionalMin: max(ZERO, decimal(lots, 'minNotionalValue') ?? ZERO),
		leverageMax: leverageOf(at(row, 'leverageFilter'), 'maxLeverage'),
	};
}

/** Prices in USD a coin and funding of one contract; each unreadable figure is null and named in `problems`. */
export function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const hours = whole(row, 'fundingIntervalHour');
	const cap = decimal(row, 'fundingCap');
	return {
		symbol: instrument.symbol,
		mark: price(row, 'markPrice', instrument, problems),
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastPrice', instrument, problems),
		volume24h: usdAmount(row, 'turnover24h'),
		openInterest: usdAmount(row, 'openInterestValue'),
		funding: readFunding(
			{
				rate: decimal(row, 'fundingRate'),
				intervalMs: hours === undefined ? undefined : hours * HOUR_MS,
				next: whole(row, 'nextFundingTime'),
			},
			now,
			{ rate: row.fundingRate, interval: row.fundingIntervalHour, next: row.nextFundingTime },
			problems,
		),
		...readBounds(cap, cap === undefined ? undefined : neg(cap)),
		delistingAt: delistingAt(row),
		tradable: true,
		problems,
	};
}

/** Of a perpetual the delivery time is the time of its delisting; 0 is none (page "Get Instruments Info", read 2026-11). */
function delistingAt(row: Body): number | null {
	const at = whole(row, 'deliveryTime');
	return at === undefined || at <= 0 ? null : at;
}

/**
 * The fee is in `feeCurrency`, which is empty for the contract's own quote currency (page "Get Trade History", read 2026-11).
 * Another is MNT, where the account pays with it: not for orders of an API key, but for those that somebody places in the
 * app (help centre, "FAQ: Paying Trading Fees with MNT", 2025-10).
 */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const price = fromVenuePrice(instrument, required(decimal(row, 'execPrice'), 'execPrice'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'execQty'), 'execQty'));
	return {
		tradeId: required(text(row, 'execId'), 'execId'),
		quantity,
		price,
		...feeOf(
			instrument,
			{ price, quantity, rate: decimal(row, 'feeRate') },
			{ asset: text(row, 'feeCurrency'), quantity: required(decimal(row, 'execFee'), 'execFee') },
		),
		filledAt: required(whole(row, 'execTime'), 'execTime'),
	};
}

/**
 * Kinds of executions (page "Enums Definitions", execType, read 2026-11). A perpetual that is delisted is delivered; a
 * settlement of inverse futures, a spread's leg, a block trade and a position that was moved are no order of ours.
 */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	BustTrade: 'liquidation',
	AdlTrade: 'adl',
	Settle: 'delisting',
	Delivery: 'delisting',
};
/** Executions that change no position. */
const NO_FILLS: ReadonlySet<string | undefined> = new Set(['Funding']);

/** Undefined for a row that changes no position. A kind that nobody knows changes it, by hands that are not ours. */
export function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	const kind = text(row, 'execType');
	if (NO_FILLS.has(kind) || decimal(row, 'execQty') === ZERO) return undefined;
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'Sell' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'orderId'), 'orderId'),
		clientOrderId: text(row, 'orderLinkId') ?? null,
		cause: FILL_CAUSES[kind ?? ''] ?? 'order',
	};
}

/** Position in signed coins; undefined for no position and for instruments that are not traded here. */
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
	return { walletBalance, equity, available, marginUsed, otherAssets: otherAssetsOf(account) };
}

/** Cash is without what was borrowed; the price is the venue's value of the equity, by one (page "Get Wallet Balance"). */
function otherAssetsOf(account: Body | undefined): readonly OtherAsset[] {
	return bodies(at(account, 'coin')).flatMap((row) => {
		const asset = text(row, 'coin');
		const wallet = decimal(row, 'walletBalance');
		if (asset === undefined || asset === 'USDT' || wallet === undefined) return [];
		const quantity = sub(wallet, decimal(row, 'spotBorrow') ?? ZERO);
		if (quantity === ZERO) return [];
		const equity = decimal(row, 'equity') ?? quantity;
		const value = decimal(row, 'usdValue');
		const price = value === undefined || equity === ZERO ? ZERO : divTrunc(value, equity);
		return [{ asset, quantity, usdPrice: price > ZERO ? price : null }];
	});
}

/** A short's record carries the market's rate with its sign turned (execution list page, read 2026-11). */
export function marketRate(row: Body): Decimal | null {
	const rate = decimal(row, 'feeRate');
	if (rate === undefined) return null;
	return text(row, 'side') === 'Sell' ? neg(rate) : rate;
}

/** Products and services of a status entry (page "Enums Definitions", read 2026-11): futures; trading at all or over HTTP. */
const PRODUCT_FUTURES = 1;
const SERVICES_TRADING: readonly unknown[] = [1, 2];
const ENV_PRODUCTION = 1;

/**
 * An entry of the system status (page "Get System Status", read 2026-11) that is about trading futures and has not ended.
 * The end of one that runs is what the venue expects, so it is over only when the venue says so.
 */
export function maintenanceOf(row: Body): Maintenance | undefined {
	const state = text(row, 'state');
	const from = whole(row, 'begin');
	if ((state !== 'scheduled' && state !== 'ongoing') || from === undefined) return undefined;
	if ((whole(row, 'env') ?? ENV_PRODUCTION) !== ENV_PRODUCTION) return undefined;
	if (!concerns(row.product, [PRODUCT_FUTURES]) || !concerns(row.serviceTypes, SERVICES_TRADING))
		return undefined;
	const until = state === 'ongoing' ? null : (whole(row, 'end') ?? null);
	return { title: titleText(text(row, 'title') ?? 'no title'), from, until };
}

/** A list that names nothing is about everything. */
function concerns(list: unknown, wanted: readonly unknown[]): boolean {
	if (!Array.isArray(list) || list.length === 0) return true;
	return list.some((entry: unknown) => wanted.includes(Number(entry)));
}
