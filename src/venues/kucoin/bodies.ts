/** KuCoin futures' bodies as reports of the port: text to exact decimals, lots to coins. Pages as named in `dialect.ts`. */
import { abs, type Decimal, divTrunc, mulDown, neg, sub, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { resolveName } from '../../domain/names.ts';
import type { AccountFill, FillReport, PositionReport } from '../../ports/venue.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Maintenance, TransferState } from '../../ports/venue-notices.ts';
import {
	at,
	atLeast,
	type Body,
	BodyError,
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
import { feeOf } from '../shared/fill-fee.ts';
import { type CurrencyNotices, titleText } from '../shared/notices.ts';
import { readBounds, readFunding, usdAmount } from '../shared/ticker-fields.ts';
import { kucoin } from './facts.ts';

const NANOSECONDS_PER_MS = 1_000_000;

/**
 * States of a contract (page "Get All Symbols", read 2026-11) in which it is listed: in all but the first it does not trade
 * for the moment. Init, Settled and Closed are not yet or no longer a contract.
 */
const LISTED_STATES: ReadonlySet<string | undefined> = new Set([
	'Open',
	'BeingSettled',
	'Paused',
	'CancelOnly',
]);

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'symbol');
	if (symbol === undefined) return undefined;
	const name = resolveName(kucoin.spelling, {
		symbol,
		base: text(row, 'baseCurrency'),
		quote: text(row, 'quoteCurrency'),
	});
	// Perpetuals have no expiry; inverse contracts count USD, not coins. Accounts are read in USDT, so contracts that settle
	// in USDC are left out.
	if (
		name === undefined ||
		row.isInverse === true ||
		text(row, 'type') !== 'FFWCSX' ||
		!LISTED_STATES.has(text(row, 'status')) ||
		name.quote !== 'USDT' ||
		text(row, 'settleCurrency') !== 'USDT'
	)
		return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const multiplier = required(positive(row, 'multiplier'), 'multiplier');
	const coinsPerLot = positiveOf(mulDown(multiplier, coinsPerUnit), 'multiplier');
	const lotSize = positiveOf(mulDown(required(positive(row, 'lotSize'), 'lotSize'), coinsPerLot), 'lotSize');
	const most = required(positive(row, 'maxOrderQty'), 'maxOrderQty');
	const tick = required(positive(row, 'tickSize'), 'tickSize');
	return {
		venue: 'kucoin',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerLot,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(tick, coinsPerUnit), 'tickSize'),
		lotSize,
		quantityMin: lotSize,
		quantityMax: atLeast(lotSize, mulDown(most, coinsPerLot), 'maxOrderQty'),
		notionalMin: ZERO,
		leverageMax: leverageOf(row, 'maxLeverage'),
	};
}

/** Prices in USD a coin and funding of one contract; each unreadable figure is null and named in `problems`. */
export function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const mark = price(row, 'markPrice', instrument, problems);
	const interestLots = decimal(row, 'openInterest');
	const status = text(row, 'status');
	if (status !== 'Open') problems.push(`KuCoin states the contract as ${shown(row.status)}.`);
	return {
		symbol: instrument.symbol,
		mark,
		index: price(row, 'indexPrice', instrument, problems),
		last: price(row, 'lastTradePrice', instrument, problems),
		volume24h: usdAmount(row, 'turnoverOf24h'),
		openInterest:
			interestLots === undefined || mark === null
				? null
				: mulDown(abs(fromOrderUnits(instrument, interestLots)), mark),
		funding: readFunding(
			{
				rate: decimal(row, 'fundingFeeRate'),
				intervalMs: whole(row, 'currentFundingRateGranularity') ?? whole(row, 'fundingRateGranularity'),
				next: nextSettlement(row, now),
			},
			now,
			{
				rate: row.fundingFeeRate,
				interval: row.currentFundingRateGranularity ?? row.fundingRateGranularity,
				next: row.nextFundingRateDateTime ?? row.nextFundingRateTime,
			},
			problems,
		),
		...readBounds(decimal(row, 'fundingRateCap'), decimal(row, 'fundingRateFloor')),
		delistingAt: delistingAt(row),
		tradable: status === 'Open',
		problems,
	};
}

/** The instant where the venue states it; else now plus `nextFundingRateTime`, which counts the milliseconds that remain. */
function nextSettlement(row: Body, now: number): number | undefined {
	const instant = whole(row, 'nextFundingRateDateTime');
	if (instant !== undefined) return instant;
	const remaining = whole(row, 'nextFundingRateTime');
	return remaining === undefined || remaining < 0 ? undefined : now + remaining;
}

/** A perpetual has neither an expiry nor a settlement date until it is to be delisted (page "Get Symbol", read 2026-11). */
function delistingAt(row: Body): number | null {
	const dates = [whole(row, 'expireDate') ?? 0, whole(row, 'settleDate') ?? 0].filter((at) => at > 0);
	return dates.length === 0 ? null : Math.min(...dates);
}

/** The fee is in `feeCurrency`, the charging currency; `feeRate` is of the value (page "Get Trade History", read 2026-11). */
export function fillOf(row: Body, instrument: Instrument): FillReport {
	const nanoseconds = text(row, 'tradeTime');
	const filledAt =
		nanoseconds === undefined
			? whole(row, 'createdAt')
			: Math.floor(Number(nanoseconds) / NANOSECONDS_PER_MS);
	const price = fromVenuePrice(instrument, required(decimal(row, 'price'), 'price'));
	const quantity = fromOrderUnits(instrument, required(decimal(row, 'size'), 'size'));
	return {
		tradeId: required(text(row, 'tradeId'), 'tradeId'),
		quantity,
		price,
		...feeOf(
			instrument,
			{ price, quantity, rate: decimal(row, 'feeRate') },
			{ asset: text(row, 'feeCurrency'), quantity: required(decimal(row, 'fee'), 'fee') },
		),
		filledAt: required(filledAt, 'tradeTime'),
	};
}

/**
 * Trade types (pages "Get Trade History" and "Get Recent Trade History", read 2026-11): trade, liquid, adl, settlement, and
 * cancel for what an order had filled before it was cancelled. `liquidation` is what earlier pages call liquid.
 */
const FILL_CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	liquid: 'liquidation',
	liquidation: 'liquidation',
	adl: 'adl',
	settlement: 'delisting',
};

/** Undefined for a row that changes no position. KuCoin's fills name the order by the venue's id alone. */
export function accountFillOf(row: Body, instrument: Instrument): AccountFill | undefined {
	if (decimal(row, 'size') === ZERO) return undefined;
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'sell' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'orderId'), 'orderId'),
		clientOrderId: null,
		cause: FILL_CAUSES[(text(row, 'tradeType') ?? '').toLowerCase()] ?? 'order',
	};
}

/** Cash of one currency of the futures account (page "Get Account - Futures", read 2026-11): equity is with unrealised profit. */
export function cashOf(account: unknown): { readonly cash: Decimal; readonly equity: Decimal } {
	const equity = required(decimal(account, 'accountEquity'), 'accountEquity');
	return { cash: sub(equity, decimal(account, 'unrealisedPNL') ?? ZERO), equity };
}

/** Position in signed coins, converted from lots; undefined for no position and for instruments that are not traded here. */
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

/**
 * The futures' own status (page "Get Service Status", read 2026-11): open, close or cancelonly, with a message and no times.
 * @throws BodyError when it is none of these
 */
export function maintenanceOf(answer: unknown, now: number): readonly Maintenance[] {
	const data = at(answer, 'data');
	const status = text(data, 'status');
	if (status === 'open') return [];
	if (status !== 'close' && status !== 'cancelonly')
		throw new BodyError('The service status has no usable status.');
	const state = status === 'close' ? 'trading is closed' : 'orders may only be canceled';
	const message = titleText(text(data, 'msg') ?? '');
	return [{ title: message === '' ? state : `${state} (${message})`, from: now, until: null }];
}

/**
 * The list of currencies (page "Get All Currencies", v3, read 2026-11). A currency moves while one of its networks moves it;
 * one that lists no network says nothing.
 */
export function currenciesOf(rows: readonly Body[]): CurrencyNotices {
	const transfers = new Map<string, TransferState>();
	const coinNames = new Map<string, string>();
	for (const row of rows) {
		const currency = text(row, 'currency');
		const fullName = text(row, 'fullName');
		if (currency === undefined) continue;
		if (fullName !== undefined) coinNames.set(text(row, 'name') ?? currency, titleText(fullName));
		const chains = bodies(row.chains);
		if (chains.length === 0) continue;
		transfers.set(currency, {
			deposit: chains.some((chain) => chain.isDepositEnabled !== false),
			withdrawal: chains.some((chain) => chain.isWithdrawEnabled !== false),
		});
	}
	return { transfers, coinNames };
}
