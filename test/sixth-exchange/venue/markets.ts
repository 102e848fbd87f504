/**
 * Reads public data from Tidemark, which has linear contracts in USDT with hourly funding. Prices are USD per coin;
 * times are text.
 */
import { divTrunc, parseDecimal } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import { resolveName } from '../../../src/domain/names.ts';
import type { InstrumentTicker } from '../../../src/ports/venue-market.ts';
import type { Words } from '../../../src/sentences/sentence.ts';
import { readLevels } from '../../../src/venues/shared/book-levels.ts';
import { readContracts } from '../../../src/venues/shared/contract-list.ts';
import type { MarketsDialect } from '../../../src/venues/shared/dialect.ts';
import {
	at,
	type Body,
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
import { gatherNotices } from '../../../src/venues/shared/notices.ts';
import { settledPages } from '../../../src/venues/shared/paging.ts';
import { tradesOf } from '../../../src/venues/shared/public-trades.ts';
import { readBounds, readFunding, tickersOf, usdAmount } from '../../../src/venues/shared/ticker-fields.ts';
import { tidemark } from './facts.ts';

const HOUR_MS = 3_600_000;

const RATE_ROWS_MAX = 200;

const TRADE_MEMBERS = { id: 'id', price: 'price', quantity: 'qty', time: 'ms', timePerMs: 1 };

/** Tidemark's public market data requests. */
export const tidemarkMarkets: MarketsDialect = {
	baseFees: { taker: parseDecimal('0.0004'), maker: parseDecimal('0.0001') },
	async readInstruments(call) {
		return readContracts(namedRows(await call('market', 'openGetContracts'), 'contracts'), instrumentOf);
	},
	async readTickers(call, find, now) {
		const rows = namedRows(await call('market', 'openGetTickers'), 'tickers');
		return tickersOf(rows, find, (row, instrument) => tickerOf(row, instrument, now));
	},
	async readBook(call, instrument, depth) {
		const answer = await call('market', 'openGetBook', { contract: instrument.symbol, levels: depth });
		return {
			bids: readLevels('bids', at(answer, 'out', 'b'), instrument, depth),
			asks: readLevels('asks', at(answer, 'out', 'a'), instrument, depth),
		};
	},
	readSettledRates: (call, symbol, from, to, kind) =>
		settledPages(from, to, { pagesBegin: 'newest', rowsMax: RATE_ROWS_MAX }, async (start, end) => {
			const query = { contract: symbol, since: instant(start), until: instant(end) };
			return settledRowsOf(await call(kind, 'openGetRates', query));
		}),
	async readTime(call) {
		return required(instantOf(at(await call('market', 'openGetClock'), 'out'), 'now'), 'now');
	},
	async readTrades(call, instrument) {
		const answer = await call('market', 'openGetTrades', { contract: instrument.symbol });
		return tradesOf(rowsOf(answer, 'trades'), instrument, TRADE_MEMBERS);
	},
	readNotices: () =>
		gatherNotices('tidemark', {
			maintenance: async () => [],
			currencies: 'Tidemark does not publish the status of deposits and withdrawals',
		}),
};

/** Returns the list in a response. @throws BodyError if there is none */
export function rowsOf(answer: unknown, what: string): readonly Body[] {
	return listed(at(answer, 'out'), what);
}

/** Returns contract or ticker rows with an added field `symbol`, which identifies the instrument. */
function namedRows(answer: unknown, what: string): readonly Body[] {
	return rowsOf(answer, what).map((row) => ({ ...row, symbol: row.contract }));
}

/** Returns a row's time field in milliseconds; undefined if it is missing or unreadable. */
export function instantOf(row: unknown, name: string): number | undefined {
	const ms = Date.parse(text(row, name) ?? '');
	return Number.isNaN(ms) ? undefined : ms;
}

/** Formats a time as the exchange expects it. */
export function instant(at: number): string {
	return new Date(at).toISOString();
}

/**
 * Returns the instrument in a row; undefined if it is not traded here. @throws BodyError if a traded contract is
 * unreadable
 */
function instrumentOf(row: Body): Instrument | undefined {
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

/** Parses prices and funding of a contract. */
function tickerOf(row: Body, instrument: Instrument, now: number): InstrumentTicker {
	const problems: Words[] = [];
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

function settledRowsOf(answer: unknown) {
	const rates: { readonly rate: ReturnType<typeof parseDecimal>; readonly settledAt: number }[] = [];
	const unusable: string[] = [];
	for (const row of listed(at(answer, 'out'), 'settled rates')) {
		const [rate, settledAt] = [decimal(row, 'rate'), instantOf(row, 'at')];
		if (rate === undefined || settledAt === undefined)
			unusable.push(`A row had no usable rate and at; was ${JSON.stringify(row).slice(0, 200)}.`);
		else rates.push({ rate, settledAt });
	}
	return { rates, unusable };
}
