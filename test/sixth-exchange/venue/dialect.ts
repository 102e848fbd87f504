/** Tidemark: linear contracts in USDT, one-way positions, funding every hour. Orders, positions and books count coins. */
import { formatDecimal, parseDecimal, sum } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { MarginMode, VenueOrder } from '../../../src/ports/venue.ts';
import { readLevels } from '../../../src/venues/shared/book-levels.ts';
import { readContracts } from '../../../src/venues/shared/contract-list.ts';
import type { Call, Dialect } from '../../../src/venues/shared/dialect.ts';
import {
	at,
	type Body,
	BodyError,
	decimal,
	decimalOf,
	isBody,
	listed,
	required,
	text,
} from '../../../src/venues/shared/fields.ts';
import { gatherNotices } from '../../../src/venues/shared/notices.ts';
import { settledPages } from '../../../src/venues/shared/paging.ts';
import { tradesOf } from '../../../src/venues/shared/public-trades.ts';
import { tickersOf } from '../../../src/venues/shared/ticker-fields.ts';
import {
	accountFillOf,
	instantOf,
	instrumentOf,
	namedRows,
	orderOf,
	positionOf,
	rowsOf,
	tickerOf,
} from './bodies.ts';
import { TIDEMARK_CLIENT } from './client.ts';
import { TIDEMARK_ERRORS } from './errors.ts';
import { tidemark } from './facts.ts';
import { readTidemarkKey } from './key.ts';
import { TIDEMARK_BUDGETS } from './limits.ts';
import { tidemarkAccountStream } from './stream.ts';

const RATE_ROWS_MAX = 200;
const HISTORY_ROWS_MAX = 500;
const HISTORY_PAGES_MAX = 400;
const TRADE_MEMBERS = { id: 'id', price: 'price', quantity: 'qty', time: 'ms', timePerMs: 1 };
/** Rows of the ledger that our own trading makes; everything else is an external flow. */
const OWN_MOVES: ReadonlySet<string | undefined> = new Set(['trade', 'fee', 'funding']);

const RULES: Dialect = {
	facts: tidemark,
	members: TIDEMARK_CLIENT,
	settings: {},
	orderSettings: { ttlMs: 2_000 },
	...TIDEMARK_BUDGETS,
	orderMethod: 'signedPostOrderPlace',
	orderWindowMs: 2_000,
	clockAheadMsMax: 1_000,
	errors: TIDEMARK_ERRORS,
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
			currencies: 'Tidemark tells of deposits and withdrawals to nobody',
		}),

	accountStream: tidemarkAccountStream,
	readKey: readTidemarkKey,

	async placeOrder(send, instrument, order) {
		return text(at(await send(placing(instrument, order)), 'out'), 'id');
	},
	async findOrder(call, instrument, clientOrderId) {
		const found = at(await call('probe', 'signedPostOrderFind', { ref: clientOrderId }), 'out');
		// Null is the exchange's word for an order that it does not know.
		if (found === null) return undefined;
		if (!isBody(found)) throw new BodyError('The answer has no order and does not say that there is none.');
		return orderOf(found, instrument, clientOrderId);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'signedPostOrderCancel', { contract: instrument.symbol, ref: clientOrderId });
	},
	async readAccountFills(call, instrument, from, to) {
		const rows = await history(call, 'signedPostFills', from, to, { contract: instrument.symbol });
		return rows.map((row) => accountFillOf(row, instrument));
	},
	async readTradedSymbols(call, from, to) {
		const rows = await history(call, 'signedPostFills', from, to, {});
		return [...new Set(rows.flatMap((row) => text(row, 'contract') ?? []))];
	},
	prepare,
	async readPositions(call, find) {
		const rows = rowsOf(await call('account', 'signedPostPositions'), 'positions');
		return rows.flatMap((row) => positionOf(row, find(text(row, 'contract') ?? '')) ?? []);
	},
	otherAssets: [],
	async readBalance(call) {
		const wallet = at(await call('account', 'signedPostWallet'), 'out');
		const bound = at(wallet, 'bound');
		return {
			walletBalance: required(decimal(wallet, 'cash'), 'cash'),
			equity: required(decimal(wallet, 'equity'), 'equity'),
			available: required(decimal(wallet, 'free'), 'free'),
			marginUsed: sum((Array.isArray(bound) ? bound : []).map((each) => required(decimalOf(each), 'bound'))),
			otherAssets: [],
		};
	},
	async readFees(call, symbol) {
		const fees = at(await call('account', 'signedPostFees', { contract: symbol }), 'out');
		return {
			taker: required(decimal(fees, 'taker'), 'taker'),
			maker: required(decimal(fees, 'maker'), 'maker'),
		};
	},
	async readFundingPayments(call, instrument, from, to) {
		const rows = await history(call, 'signedPostFunding', from, to, { contract: instrument.symbol });
		return rows
			.map((row) => ({
				recordId: required(text(row, 'id'), 'id'),
				symbol: instrument.symbol,
				settledAt: required(instantOf(row, 'at'), 'at'),
				rate: decimal(row, 'rate') ?? null,
				amount: required(decimal(row, 'amount'), 'amount'),
				quantity: decimal(row, 'net') ?? null,
			}))
			.sort((a, b) => a.settledAt - b.settledAt);
	},
	async readExternalFlows(call, from, to) {
		const rows = await history(call, 'signedPostMoves', from, to, {});
		return rows
			.filter((row) => !OWN_MOVES.has(text(row, 'kind')))
			.map((row) => ({
				recordId: required(text(row, 'id'), 'id'),
				kind: required(text(row, 'kind'), 'kind'),
				asset: 'USDT',
				amount: required(decimal(row, 'amount'), 'amount'),
				at: required(instantOf(row, 'at'), 'at'),
			}));
	},
};

/** It keeps nothing between requests. */
export function createTidemarkDialect(): Dialect {
	return RULES;
}

function placing(instrument: Instrument, order: VenueOrder): Body {
	return {
		contract: instrument.symbol,
		ref: order.clientOrderId,
		side: order.side === 'buy' ? 'B' : 'S',
		qty: formatDecimal(order.quantity),
		limit: formatDecimal(order.limitPrice),
		life: order.timeInForce === 'postOnly' ? 'rest' : 'now',
		shrink: order.reduceOnly,
	};
}

/** Leverage and mode are set in one request, which does nothing where they are so already. */
async function prepare(
	call: Call,
	{ symbol }: Instrument,
	leverage: VenueOrder['leverage'],
	mode: MarginMode,
): Promise<void> {
	await call('account', 'signedPostTerms', { contract: symbol, mode, leverage: formatDecimal(leverage) });
}

/** Every row of from…to, newest first. @throws BodyError where there are more pages than are read */
async function history(
	call: Call,
	method: string,
	from: number,
	to: number,
	params: Body,
): Promise<readonly Body[]> {
	const rows: Body[] = [];
	for (let page = 0; page < HISTORY_PAGES_MAX; page += 1) {
		const range = { since: instant(from), until: instant(to), skip: rows.length };
		const list = rowsOf(await call('account', method, { ...params, ...range }), 'rows');
		rows.push(...list);
		if (list.length < HISTORY_ROWS_MAX) return rows;
	}
	throw new BodyError(`A history had more than ${HISTORY_PAGES_MAX} pages.`);
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

function instant(at: number): string {
	return new Date(at).toISOString();
}
