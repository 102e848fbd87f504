/**
 * Queries an exchange through plain ccxt, for `carrywire venue`. It uses no part of the service except the redirect
 * to a simulator. Quantities are in coins (lots × multiplier; one 1000PEPE counts as 1,000 PEPE), prices are per
 * coin, and settlements are positive if received.
 */
import { toNumber } from '../src/domain/decimal.ts';
import { resolveName, type Spelling } from '../src/domain/names.ts';
import type { VenueSite } from '../src/domain/venue-sites.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { VenueCredentials } from '../src/ports/venue.ts';
import { isTradedAt, shownNameOf, type TradedVenue, VENUE_NAMES } from '../src/venues/facts.ts';
import { dialectOf, VENUE_MODULES } from '../src/venues/modules.ts';
import { type LimitPatience, sendAfterLimit } from '../src/venues/shared/after-limit.ts';
import { moveTo } from '../src/venues/shared/at-site.ts';
import type { CcxtExchange } from '../src/venues/shared/ccxt-exchange.ts';
import { openCcxt } from '../src/venues/shared/instance.ts';
import { isRateLimit } from '../src/venues/shared/outcome.ts';
import { retryAfterMs } from '../src/venues/shared/retry-after.ts';
import { textTable } from './columns-table.ts';
import { VENUE_TEXT } from './text.ts';

/** Queries that `carrywire venue` supports. */
export const VENUE_QUESTIONS = ['positions', 'orders', 'trades', 'balance', 'funding'] as const;
type Question = (typeof VENUE_QUESTIONS)[number];

/** Unified ccxt methods that are used here. Their rows are displayed but not trusted. */
type PlainCcxt = {
	readonly loadMarkets: () => Promise<Readonly<Record<string, CcxtMarket>>>;
	readonly fetchPositions: () => Promise<readonly Row[]>;
	readonly fetchOpenOrders: (symbol?: string) => Promise<readonly Row[]>;
	readonly fetchClosedOrders: (symbol?: string) => Promise<readonly Row[]>;
	readonly fetchMyTrades: (symbol?: string) => Promise<readonly Row[]>;
	readonly fetchBalance: () => Promise<Row>;
	readonly fetchFundingHistory: (symbol?: string) => Promise<readonly Row[]>;
	readonly close: () => Promise<unknown>;
};
type CcxtMarket = {
	readonly id: string;
	readonly symbol: string;
	readonly base?: string | undefined;
	readonly quote?: string | undefined;
	/** The exchange's name for the contract, if the contract's id is a number. */
	readonly baseName?: string | undefined;
	readonly contractSize?: number | undefined;
};
type Market = CcxtMarket & { readonly coinsPerUnit: number };
type Row = Readonly<Record<string, unknown>>;
type Table = { readonly columns: readonly string[]; readonly rows: readonly Row[] };

/** Maximum number of symbols to query one by one, at an exchange that requires a symbol. */
const SYMBOLS_MAX = 50;
/**
 * Maximum time that one request waits for the exchange's rate limits, milliseconds. It is short because a user is
 * waiting.
 */
const LIMIT_WAIT_MS_MAX = 15_000;

/**
 * Runs a query and returns a table or JSON. @throws Error with a message for an unknown query; ccxt errors pass
 * through
 */
export async function runVenueCommand(question: {
	readonly venue: string;
	readonly what: string;
	readonly credentials: VenueCredentials;
	/** Port of a simulator; undefined selects the exchange itself. */
	readonly redirectPort: number | undefined;
	readonly site: VenueSite | undefined;
	readonly json: boolean;
	readonly clock: Clock;
}): Promise<string> {
	const { venue, what } = question;
	if (!isTradedAt(venue))
		throw new Error(
			`There is no exchange ${JSON.stringify(venue)}; choose one of ${VENUE_NAMES.join(', ')}.`,
		);
	if (!isQuestion(what))
		throw new Error(`WHAT must be one of ${VENUE_QUESTIONS.join(', ')}; was ${JSON.stringify(what)}.`);
	const { facts, plainReads } = VENUE_MODULES[venue];
	if (plainReads === undefined) throw new Error(VENUE_TEXT.unsupported(facts.shownName));
	const patience = patienceWith(venue, question.clock);
	const exchange = (await openCcxt(facts.ccxtClass, {
		settings: plainReads.settings,
		credentials: question.credentials,
		keyForm: facts.keyForm,
		redirectPort: question.redirectPort,
		adapt(exchange) {
			if (question.site !== undefined) moveTo(exchange, facts.sites, question.site);
			waitOutLimits(exchange, patience);
		},
	})) as unknown as PlainCcxt;
	try {
		const markets = withUnits(facts.spelling, await exchange.loadMarkets());
		const { tradedBy, receivedSign } = plainReads;
		const table = await answer({ exchange, markets, tradedBy }, what, receivedSign);
		return question.json
			? JSON.stringify({ exchange: venue, [what]: table.rows }, null, '\t')
			: tableText(venue, what, table);
	} catch (error) {
		const pauseMs = patience.pauseMsOf(error);
		if (pauseMs !== undefined)
			throw new Error(VENUE_TEXT.rateLimited(facts.shownName, pauseMs), { cause: error });
		if (!isConnectionRefused(error)) throw error;
		throw new Error(VENUE_TEXT.noSimulator(venue, question.redirectPort), { cause: error });
	} finally {
		await exchange.close();
	}
}

/**
 * Returns how to wait on rate limits. The command shares its account and address with a running service, and a limit
 * counts both programs' requests. After a rate-limit refusal, the command therefore waits and tries again.
 */
function patienceWith(venue: TradedVenue, clock: Clock): LimitPatience {
	const { errors, limits } = dialectOf(venue);
	return {
		clock,
		waitMsMax: LIMIT_WAIT_MS_MAX,
		pauseMsOf: (error) =>
			isRateLimit(error, errors) ? (retryAfterMs(error) ?? limits.refusedForMs) : undefined,
	};
}

/** Makes every request wait and try again after a rate-limit refusal. */
function waitOutLimits(exchange: CcxtExchange, patience: LimitPatience): void {
	const sending = exchange as unknown as { request: (...words: readonly unknown[]) => Promise<unknown> };
	const plain = sending.request.bind(exchange);
	sending.request = (...words) => sendAfterLimit(patience, () => plain(...words));
}

function isConnectionRefused(error: unknown): boolean {
	return error instanceof Error && error.message.includes('ECONNREFUSED');
}

function isQuestion(what: string): what is Question {
	return (VENUE_QUESTIONS as readonly string[]).includes(what);
}

/**
 * One exchange with its contracts. `tradedBy` names the ccxt method whose rows show the traded symbols; if undefined,
 * the account's trades show them.
 */
type Query = {
	readonly exchange: PlainCcxt;
	readonly markets: Readonly<Record<string, Market>>;
	readonly tradedBy: string | undefined;
};

async function answer(query: Query, what: Question, receivedSign: 1 | -1): Promise<Table> {
	const { exchange, markets } = query;
	switch (what) {
		case 'positions':
			return table(
				[
					'symbol',
					'side',
					'size',
					'entry_price',
					'mark_price',
					'liquidation_price',
					'leverage',
					'margin_mode',
					'unrealized_pnl',
				],
				(await exchange.fetchPositions())
					.filter((row) => Number(row.contracts) !== 0)
					.map((row) => positionRow(row, markets)),
			);
		case 'orders':
			return table(
				[
					'time',
					'symbol',
					'client_order_id',
					'side',
					'status',
					'quantity',
					'filled',
					'price',
					'average',
					'reduce_only',
				],
				(await orders(query)).map((row) => orderRow(row, markets)),
			);
		case 'trades':
			return table(
				['time', 'symbol', 'trade_id', 'order_id', 'side', 'quantity', 'price', 'fee'],
				(await bySymbol(query, (symbol) => exchange.fetchMyTrades(symbol))).map((row) =>
					tradeRow(row, markets),
				),
			);
		case 'balance':
			return table(['currency', 'total', 'free', 'used'], balanceRows(await exchange.fetchBalance()));
		case 'funding':
			return table(
				['time', 'symbol', 'amount', 'id'],
				(await bySymbol(query, (symbol) => exchange.fetchFundingHistory(symbol))).map((row) => ({
					time: row.datetime,
					symbol: marketId(row, markets),
					amount: Number(row.amount) * receivedSign,
					id: row.id,
				})),
			);
	}
}

async function orders(query: Query): Promise<readonly Row[]> {
	const { exchange } = query;
	const [open, closed] = [
		await exchange.fetchOpenOrders(),
		await bySymbol(query, (symbol) => exchange.fetchClosedOrders(symbol)),
	];
	return newestFirst([...open, ...closed]);
}

/**
 * Runs a query without a symbol. If the exchange requires one, runs the query for each symbol that the account ever
 * traded.
 */
async function bySymbol(
	query: Query,
	read: (symbol?: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
	try {
		return newestFirst(await read());
	} catch (error) {
		if (!(error instanceof Error) || error.constructor.name !== 'ArgumentsRequired') throw error;
	}
	const rows: Row[] = [];
	for (const symbol of (await tradedSymbols(query)).slice(0, SYMBOLS_MAX)) rows.push(...(await read(symbol)));
	return newestFirst(rows);
}

/** Returns the unique symbols that the account traded, as ccxt names them. */
async function tradedSymbols({ exchange, markets, tradedBy }: Query): Promise<readonly string[]> {
	if (tradedBy === undefined) {
		const traded = new Set((await exchange.fetchMyTrades()).map((row) => String(row.symbol)));
		return [...traded].filter((name) => name in markets);
	}
	const call = (exchange as unknown as Record<string, () => Promise<readonly Row[]>>)[tradedBy];
	const ids = new Set(((await call?.call(exchange)) ?? []).map((row) => row.symbol));
	return Object.values(markets).flatMap(({ id, symbol }) => (ids.has(id) ? [symbol] : []));
}

function newestFirst(rows: readonly Row[]): readonly Row[] {
	return [...rows].sort((a, b) => Number(b.timestamp ?? 0) - Number(a.timestamp ?? 0));
}

function positionRow(row: Row, markets: Readonly<Record<string, Market>>): Row {
	return {
		symbol: marketId(row, markets),
		side: row.side,
		size: coins(row, row.contracts, markets),
		entry_price: perCoin(row, row.entryPrice, markets),
		mark_price: perCoin(row, row.markPrice, markets),
		liquidation_price: perCoin(row, row.liquidationPrice, markets),
		leverage: row.leverage,
		margin_mode: row.marginMode,
		unrealized_pnl: row.unrealizedPnl,
	};
}

function orderRow(row: Row, markets: Readonly<Record<string, Market>>): Row {
	return {
		time: row.datetime,
		symbol: marketId(row, markets),
		client_order_id: row.clientOrderId,
		side: row.side,
		status: row.status,
		quantity: coins(row, row.amount, markets),
		filled: coins(row, row.filled, markets),
		price: perCoin(row, row.price, markets),
		average: perCoin(row, row.average, markets),
		reduce_only: row.reduceOnly,
	};
}

function tradeRow(row: Row, markets: Readonly<Record<string, Market>>): Row {
	const fee = row.fee as { readonly cost?: number; readonly currency?: string } | undefined;
	return {
		time: row.datetime,
		symbol: marketId(row, markets),
		trade_id: row.id,
		order_id: row.order,
		side: row.side,
		quantity: coins(row, row.amount, markets),
		price: perCoin(row, row.price, markets),
		fee: fee?.cost === undefined ? null : `${fee.cost} ${fee.currency ?? ''}`.trim(),
	};
}

function balanceRows(balance: Row): readonly Row[] {
	const totals = (balance.total ?? {}) as Readonly<Record<string, number>>;
	return Object.keys(totals).map((currency) => ({ currency, ...(balance[currency] as Row) }));
}

function marketId(row: Row, markets: Readonly<Record<string, Market>>): unknown {
	const market = markets[String(row.symbol)];
	return market?.baseName ?? market?.id ?? row.symbol;
}

/** Returns a quantity in coins: contracts × multiplier, without the rounding noise of doubles. Null if unknown. */
function coins(row: Row, contracts: unknown, markets: Readonly<Record<string, Market>>): number | null {
	if (contracts === undefined || contracts === null) return null;
	const market = markets[String(row.symbol)];
	return withoutNoise(Number(contracts) * (market?.contractSize ?? 1) * (market?.coinsPerUnit ?? 1));
}

/** Converts a price per exchange unit to a price per coin. Null if unknown. */
function perCoin(row: Row, price: unknown, markets: Readonly<Record<string, Market>>): number | null {
	if (price === undefined || price === null) return null;
	return withoutNoise(Number(price) / (markets[String(row.symbol)]?.coinsPerUnit ?? 1));
}

function withUnits(
	spelling: Spelling,
	markets: Readonly<Record<string, CcxtMarket>>,
): Readonly<Record<string, Market>> {
	return Object.fromEntries(
		Object.entries(markets).map(([name, market]) => {
			const { baseName, id, base, quote } = market;
			const symbol = baseName ?? id;
			const resolved = resolveName(spelling, { symbol, base, quote });
			return [
				name,
				{ ...market, coinsPerUnit: resolved === undefined ? 1 : toNumber(resolved.coinsPerUnit) },
			];
		}),
	);
}

function withoutNoise(value: number): number {
	return Number(value.toPrecision(15));
}

function table(columns: readonly string[], rows: readonly Row[]): Table {
	return {
		columns,
		rows: rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
	};
}

function tableText(venue: string, what: string, { columns, rows }: Table): string {
	if (rows.length === 0) return `${shownNameOf(venue)} reports no ${what}.`;
	const cells = [
		columns.map((column) => column.toUpperCase()),
		...rows.map((row) => columns.map((column) => (row[column] === null ? '-' : String(row[column])))),
	];
	return textTable(cells, 'left').join('\n');
}
