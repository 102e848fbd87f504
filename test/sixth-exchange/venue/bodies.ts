/** Tidemark's bodies as reports of the port. Orders, books and positions count coins, prices are USD per coin, times are text. */
import { abs, divTrunc } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import { resolveName } from '../../../src/domain/names.ts';
import type { AccountFill, FillReport, OrderReport, PositionReport } from '../../../src/ports/venue.ts';
import type { InstrumentTicker } from '../../../src/ports/venue-market.ts';
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
	shown,
	text,
	whole,
} from '../../../src/venues/shared/fields.ts';
import { feeOf } from '../../../src/venues/shared/fill-fee.ts';
import { readBounds, readFunding, usdAmount } from '../../../src/venues/shared/ticker-fields.ts';
import { tidemark } from './facts.ts';

const HOUR_MS = 3_600_000;

/** The list that an answer holds. @throws BodyError where there is none */
export function rowsOf(answer: unknown, what: string): readonly Body[] {
	return listed(at(answer, 'out'), what);
}

/** Rows of contracts or tickers under the member by which instruments are found. */
export function namedRows(answer: unknown, what: string): readonly Body[] {
	return rowsOf(answer, what).map((row) => ({ ...row, symbol: row.contract }));
}

/** Milliseconds of an instant that the exchange wrote; undefined where it wrote none. */
export function instantOf(row: unknown, name: string): number | undefined {
	const ms = Date.parse(text(row, name) ?? '');
	return Number.isNaN(ms) ? undefined : ms;
}

/** Undefined for what is not traded here. @throws BodyError for a contract that is and cannot be read */
export function instrumentOf(row: Body): Instrument | undefined {
	const symbol = text(row, 'contract');
	if (symbol === undefined) return undefined;
	const name = resolveName(tidemark.spelling, { symbol, base: text(row, 'base'), quote: text(row, 'quote') });
	if (name === undefined || name.quote !== 'USDT') return undefined;
	const { coin, quote, coinsPerUnit } = name;
	const step = (member: string) => required(positive(row, member), member);
	return {
		venue: 'tidemark',
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: coinsPerUnit,
		coinsPerPriceUnit: coinsPerUnit,
		tickSize: positiveOf(divTrunc(step('tick'), coinsPerUnit), 'tick'),
		lotSize: step('step'),
		quantityMin: step('least'),
		quantityMax: step('most'),
		notionalMin: required(decimal(row, 'leastValue'), 'leastValue'),
		leverageMax: leverageOf(row, 'leverage'),
	};
}

/** Prices and funding of a contract. */
export function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const isOpen = text(row, 'state') === 'open';
	if (!isOpen) problems.push(`Tidemark states the contract as ${shown(row.state)}.`);
	const hours = whole(row, 'everyHours');
	return {
		symbol: instrument.symbol,
		mark: price(row, 'mark', instrument, problems),
		index: price(row, 'index', instrument, problems),
		last: price(row, 'last', instrument, problems),
		volume24h: usdAmount(row, 'turnover'),
		openInterest: usdAmount(row, 'openValue'),
		funding: readFunding(
			{
				rate: decimal(row, 'rate'),
				intervalMs: hours === undefined ? undefined : hours * HOUR_MS,
				next: instantOf(row, 'settles'),
			},
			now,
			{ rate: row.rate, interval: row.everyHours, next: row.settles },
			problems,
		),
		...readBounds(decimal(row, 'cap'), decimal(row, 'floor')),
		delistingAt: instantOf(row, 'closesAt') ?? null,
		tradable: isOpen,
		problems,
	};
}

function fillOf(row: Body, instrument: Instrument): FillReport {
	const fill = {
		price: required(decimal(row, 'price'), 'price'),
		quantity: required(decimal(row, 'qty'), 'qty'),
	};
	const paid = { asset: instrument.quote, quantity: required(decimal(row, 'fee'), 'fee') };
	return {
		tradeId: required(text(row, 'id'), 'id'),
		...fill,
		...feeOf(instrument, { ...fill, rate: undefined }, paid),
		filledAt: required(instantOf(row, 'at'), 'at'),
	};
}

const CAUSES: Readonly<Record<string, AccountFill['cause']>> = {
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'delisting',
};

/** A fill of the account, by whoever caused it. @throws BodyError */
export function accountFillOf(row: Body, instrument: Instrument): AccountFill {
	return {
		...fillOf(row, instrument),
		side: text(row, 'side') === 'S' ? 'sell' : 'buy',
		venueOrderId: required(text(row, 'order'), 'order'),
		clientOrderId: text(row, 'ref') ?? null,
		cause: CAUSES[text(row, 'cause') ?? ''] ?? 'order',
	};
}

const STATES: Readonly<Record<string, OrderReport['status']>> = {
	done: 'filled',
	ended: 'canceled',
	void: 'rejected',
};

/** An order with its fills; undefined for another than the one that was asked about. */
export function orderOf(row: Body, instrument: Instrument, clientOrderId: string): OrderReport | undefined {
	if (text(row, 'ref') !== clientOrderId) return undefined;
	return {
		clientOrderId,
		venueOrderId: required(text(row, 'id'), 'id'),
		status: STATES[text(row, 'state') ?? ''] ?? 'open',
		filledQuantity: abs(required(decimal(row, 'done'), 'done')),
		fills: bodies(row.fills).map((fill) => fillOf(fill, instrument)),
	};
}

/** Undefined for a contract that is flat or not traded here. */
export function positionOf(row: Body, instrument: Instrument | undefined): PositionReport | undefined {
	const quantity = decimal(row, 'net');
	if (instrument === undefined || quantity === undefined || quantity === 0n) return undefined;
	return {
		symbol: instrument.symbol,
		quantity,
		entryPrice: price(row, 'entry', instrument),
		markPrice: price(row, 'mark', instrument),
		liquidationPrice: price(row, 'liquidation', instrument),
		leverage: decimal(row, 'leverage') ?? null,
		marginMode: text(row, 'mode') === 'cross' ? 'cross' : 'isolated',
		margin: decimal(row, 'margin') ?? null,
		unrealizedPnl: decimal(row, 'profit') ?? null,
	};
}
