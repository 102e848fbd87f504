/**
 * Reads the exchanges' own records, bypassing the service: with unmodified ccxt, in a separate process, and with one
 * user's keys. Quantities are converted from the exchange's unit to coins by the contract size that ccxt reads from
 * the exchange.
 */
import { type Decimal, fromNumber, mulDown, neg, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { VenueCredentials } from '../../src/ports/venue.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { CcxtError, type CcxtHandle, type CcxtProcess, startCcxt } from '../conformance/harness.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import { type Fixture, VENUES, type Venue } from './fixture.ts';
import { TestRunError, until } from './polling.ts';

/** Page size for ccxt's order queries. No test has more orders on one instrument. */
const ORDERS_MAX = 50;
/** Number of order book levels to request; KuCoin accepts only a few values. */
const BOOK_LEVELS = 20;

/** Interval between retries after a missing response, milliseconds. KuCoin limits requests per half minute. */
const UNANSWERED_POLL_MS = 500;

export type VenueOrder = {
	readonly id: string;
	/** Client order id; empty if the order has none at the exchange. */
	readonly clientOrderId: string;
	/** Filled quantity, coins. */
	readonly filled: Decimal;
	readonly isOpen: boolean;
};

export type VenuePayment = {
	/** Time of the payment, unix ms. */
	readonly at: number;
	/** Amount in USDT; positive if received. */
	readonly amount: Decimal;
};

export type ExchangeRecords = {
	/** Returns signed position sizes in coins by the exchange's own symbol. Flat positions are left out. */
	positions(): Promise<ReadonlyMap<string, Decimal>>;
	/** Returns the ids of all open orders on the account. */
	openOrders(): Promise<readonly string[]>;
	/** Returns every order on the symbol since a time (unix ms), open or ended. */
	orders(symbol: string, since: number): Promise<readonly VenueOrder[]>;
	/** Returns funding payments on the symbol, received and paid, since a time (unix ms). */
	payments(symbol: string, since: number): Promise<readonly VenuePayment[]>;
	/** Returns the times of the settlements in the exchange's public history since a time (unix ms). */
	settledAt(symbol: string, since: number): Promise<readonly number[]>;
	/** Returns the account's cash in USDT, without unrealized profit. */
	wallet(): Promise<Decimal>;
	/** Returns the quantity, in coins, that rests on this side of the order book at this price or better. */
	queue(symbol: string, side: 'buy' | 'sell', price: Decimal): Promise<Decimal>;
};

/** Record readers for some exchanges, by exchange name. */
export type RecordsOf<Name extends TradedVenue> = AsyncDisposable & Readonly<Record<Name, ExchangeRecords>>;
export type FixtureRecords = RecordsOf<Venue>;

/**
 * Opens readers of the records on both of a fixture's exchanges, with the keys of one user. After the simulators
 * restart, open new ones.
 */
export function openExchangeRecords(fixture: Fixture, user = 'owner'): Promise<FixtureRecords> {
	return openRecordsOf(fixture, VENUES, user);
}

/**
 * Opens readers of the records on any of the fixture's exchanges. @throws TestRunError for an exchange that the
 * reader does not support
 */
export async function openRecordsOf<Name extends TradedVenue>(
	fixture: Fixture,
	venues: readonly Name[],
	user = 'owner',
): Promise<RecordsOf<Name>> {
	const ccxt = startCcxt();
	try {
		const records = await Promise.all(venues.map((venue) => openExchange(ccxt, fixture, venue, user)));
		const byName = Object.fromEntries(venues.map((venue, index) => [venue, records[index]]));
		const dispose = { [Symbol.asyncDispose]: () => ccxt[Symbol.asyncDispose]() };
		return { ...byName, ...dispose } as RecordsOf<Name>;
	} catch (error) {
		await ccxt[Symbol.asyncDispose]();
		throw error;
	}
}

async function keysOf(dataDir: string, user: string, venue: TradedVenue): Promise<VenueCredentials> {
	const { accounts } = await readVaultContents(dataDir);
	const account = accounts.find((one) => one.inUse && one.userName === user && one.venue === venue);
	if (account === undefined) throw new TestRunError(`The user ${user} has no account in use at ${venue}.`);
	return account.keys;
}

/** The format of one exchange's response bodies, and the ccxt methods that read them. */
type Dialect = {
	readonly ccxtClass: string;
	readonly options: Readonly<Record<string, unknown>>;
	/** Name of the field that holds the exchange's own symbol. */
	readonly symbol: string;
	/** Returns the signed position size in the exchange's own unit. */
	readonly position: (info: Raw) => Decimal;
	readonly filled: (info: Raw) => Decimal;
	readonly payment: (info: Raw) => Decimal;
	/** Returns the wallet balance from the response body. */
	readonly wallet: (info: Raw) => unknown;
	readonly endedOrdersMethod: string;
	readonly allOpenOrders: readonly unknown[];
};

type Raw = Readonly<Record<string, unknown>>;
type Book = Readonly<Record<'bids' | 'asks', readonly (readonly [price: unknown, quantity: unknown])[]>>;
type Unified = Raw & { readonly info: Raw };

const DIALECTS: Readonly<Partial<Record<TradedVenue, Dialect>>> = {
	bybit: {
		ccxtClass: 'bybit',
		options: { fetchMarkets: { types: ['linear'] } },
		symbol: 'symbol',
		position: (info) => (info.side === 'Sell' ? neg(exact(info.size)) : exact(info.size)),
		filled: (info) => exact(info.cumExecQty),
		// Bybit reports a funding payment as a fee: if it is positive, the account paid it.
		payment: (info) => neg(exact(info.execFee)),
		wallet: (info) => bybitCoins(info).find(({ coin }) => coin === 'USDT')?.walletBalance,
		endedOrdersMethod: 'fetchCanceledAndClosedOrders',
		allOpenOrders: [null, null, ORDERS_MAX, { settleCoin: 'USDT' }],
	},
	kucoin: {
		ccxtClass: 'kucoinfutures',
		options: { uta: false },
		symbol: 'symbol',
		position: (info) => exact(info.currentQty),
		filled: (info) => exact(info.filledSize),
		payment: (info) => exact(info.funding),
		wallet: (info) => (info.data as Raw).marginBalance,
		endedOrdersMethod: 'fetchClosedOrders',
		allOpenOrders: [],
	},
	binance: {
		ccxtClass: 'binanceusdm',
		options: { fetchCurrencies: false, warnOnFetchOpenOrdersWithoutSymbol: false },
		symbol: 'symbol',
		position: (info) => exact(info.positionAmt),
		filled: (info) => exact(info.executedQty),
		payment: (info) => exact(info.income),
		wallet: (info) => (info.assets as readonly Raw[]).find(({ asset }) => asset === 'USDT')?.walletBalance,
		endedOrdersMethod: 'fetchCanceledAndClosedOrders',
		allOpenOrders: [],
	},
	okx: {
		ccxtClass: 'okx',
		options: { fetchMarkets: { types: ['swap'] }, fetchCurrencies: false, defaultType: 'swap' },
		symbol: 'instId',
		position: (info) => exact(info.pos),
		filled: (info) => exact(info.accFillSz),
		payment: (info) => exact(info.pnl),
		wallet: (info) => okxDetails(info).find(({ ccy }) => ccy === 'USDT')?.cashBal,
		endedOrdersMethod: 'fetchClosedOrders',
		allOpenOrders: [],
	},
};

async function openExchange(
	ccxt: CcxtProcess,
	fixture: Fixture,
	venue: TradedVenue,
	user: string,
): Promise<ExchangeRecords> {
	const dialect = DIALECTS[venue];
	if (dialect === undefined) throw new TestRunError(`The tests cannot read the records of ${venue}.`);
	const { port, hosts } = fixture.simulator(venue);
	const { apiKey, secret, passphrase } = await keysOf(fixture.dataDir, user, venue);
	const handle = patient(
		await ccxt.open({
			exchange: dialect.ccxtClass,
			pro: false,
			config: {
				apiKey,
				secret,
				password: passphrase ?? '',
				enableRateLimit: false,
				options: dialect.options,
			},
			hosts: Object.fromEntries(hosts.map((host) => [host, port])),
		}),
	);
	await handle.call('loadMarkets');
	return {
		async positions() {
			const rows: readonly Unified[] = await handle.call('fetchPositions');
			const held = new Map<string, Decimal>();
			for (const { info } of rows) {
				const symbol = String(info[dialect.symbol]);
				const coins = mulDown(dialect.position(info), await contractSize(handle, symbol));
				if (coins !== ZERO) held.set(symbol, coins);
			}
			return held;
		},
		async openOrders() {
			const rows: readonly Unified[] = await handle.call('fetchOpenOrders', ...dialect.allOpenOrders);
			return rows.map(({ id }) => String(id));
		},
		async orders(symbol, since) {
			const unified = await unifiedSymbol(handle, symbol);
			const size = await contractSize(handle, symbol);
			const [open, ended]: (readonly Unified[])[] = await Promise.all([
				handle.call('fetchOpenOrders', unified, null, ORDERS_MAX),
				handle.call(dialect.endedOrdersMethod, unified, since, ORDERS_MAX),
			]);
			const ofOrder =
				(isOpen: boolean) =>
				(row: Unified): VenueOrder => ({
					id: String(row.id),
					clientOrderId: typeof row.clientOrderId === 'string' ? row.clientOrderId : '',
					filled: mulDown(dialect.filled(row.info), size),
					isOpen,
				});
			return [...(open ?? []).map(ofOrder(true)), ...(ended ?? []).map(ofOrder(false))];
		},
		async payments(symbol, since) {
			const rows: readonly Unified[] = await handle.call(
				'fetchFundingHistory',
				await unifiedSymbol(handle, symbol),
				since,
			);
			return rows.map((row) => ({ at: Number(row.timestamp), amount: dialect.payment(row.info) }));
		},
		async settledAt(symbol, since) {
			const rows: readonly { readonly timestamp: number }[] = await handle.call(
				'fetchFundingRateHistory',
				await unifiedSymbol(handle, symbol),
				since,
			);
			return rows.map(({ timestamp }) => Number(timestamp));
		},
		async wallet() {
			const { info }: { readonly info: Raw } = await handle.call('fetchBalance');
			return exact(dialect.wallet(info));
		},
		async queue(symbol, side, price) {
			const book: Book = await handle.call(
				'fetchOrderBook',
				await unifiedSymbol(handle, symbol),
				BOOK_LEVELS,
			);
			const levels = side === 'buy' ? book.bids : book.asks;
			const isBefore = (at: Decimal): boolean => (side === 'buy' ? at >= price : at <= price);
			const size = await contractSize(handle, symbol);
			return mulDown(
				sum(levels.flatMap(([at, quantity]) => (isBefore(exact(at)) ? [exact(quantity)] : []))),
				size,
			);
		},
	};
}

function bybitCoins(info: Raw): readonly Raw[] {
	const { list } = info.result as { readonly list: readonly { readonly coin: readonly Raw[] }[] };
	return list[0]?.coin ?? [];
}

function okxDetails(info: Raw): readonly Raw[] {
	const [account] = info.data as readonly { readonly details: readonly Raw[] }[];
	return account?.details ?? [];
}

/**
 * Retries requests that the exchange did not process. Planned faults affect this reader too, and it shares the
 * request limits with the service. Neither may make a test fail.
 */
function patient(handle: CcxtHandle): CcxtHandle {
	return {
		...handle,
		async call(method, ...args) {
			const { result } = await until({ what: `an answer to ${method}`, periodMs: UNANSWERED_POLL_MS }, () =>
				handle.call(method, ...args).then(
					(answer) => ({ result: answer }),
					(error: unknown) => {
						if (error instanceof CcxtError && isNoAnswer(error)) return undefined;
						throw error;
					},
				),
			);
			return result;
		},
	};
}

/**
 * True if the exchange did not process the request. ccxt has no error class for KuCoin's refusal at the rate limit.
 * The message is therefore searched for its code.
 */
function isNoAnswer({ classes, message }: CcxtError): boolean {
	return classes.includes('OperationFailed') || message.includes('"429000"');
}

type Market = { readonly symbol: string; readonly base: string; readonly contractSize: number };

async function marketOf(handle: CcxtHandle, symbol: string): Promise<Market> {
	const market: Market & { readonly id: string } = await handle.call('safeMarket', symbol);
	if (market.contractSize === null || market.contractSize === undefined)
		throw new TestRunError(`ccxt knows no market ${symbol}.`);
	return market;
}

/**
 * Returns the number of coins per unit of the exchange's quantities: the contract size, times a thousand for a base
 * like 1000PEPE.
 */
async function contractSize(handle: CcxtHandle, symbol: string): Promise<Decimal> {
	const market = await marketOf(handle, symbol);
	const [, thousands = '1'] = /^(1000+)[A-Z]/.exec(market.base) ?? [];
	return mulDown(fromNumber(market.contractSize), parseDecimal(thousands));
}

async function unifiedSymbol(handle: CcxtHandle, symbol: string): Promise<string> {
	return (await marketOf(handle, symbol)).symbol;
}

/** Parses a number in a response body. ccxt returns numbers in JSON as text, too. */
function exact(value: unknown): Decimal {
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') return parseDecimal(value === '' ? '0' : value);
	throw new TestRunError(`The exchange wrote no number: ${JSON.stringify(value)}.`);
}
