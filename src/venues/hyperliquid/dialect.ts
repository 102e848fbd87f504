/**
 * Hyperliquid, perpetuals of its own exchange (not those of other deployers), standard accounts, one position per contract.
 * Rules: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api (exchange endpoint, info endpoint, nonces and API wallets,
 * tick and lot size, rate limits, error responses) and /trading (contract specifications, funding, margining), read 2026-11.
 *
 * Contracts count coins, are quoted in USDT and settled in USDC without a conversion ("Contract specifications"): the quote here
 * is USDC, which is what moves the account. Funding is paid each hour on the oracle's price.
 */
import { formatDecimal, fromInteger, ONE, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../../domain/funding.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import type { FillReport, OrderReport, VenueCredentials } from '../../ports/venue.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { FeeRates } from '../../ports/venue-market.ts';
import { readLevels } from '../shared/book-levels.ts';
import { readContracts } from '../shared/contract-list.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import {
	at,
	type Body,
	BodyError,
	bodies,
	decimal,
	listed,
	required,
	text,
	whole,
} from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { withFills } from '../shared/order-report.ts';
import { partsOf, settledRows } from '../shared/paging.ts';
import { tradesOf } from '../shared/public-trades.ts';
import { createSharedReads, type SharedReads } from '../shared/slow-reads.ts';
import {
	accountFillOf,
	balanceOf,
	clientOrderIdOf,
	contractRow,
	contractRows,
	fillOf,
	flowOf,
	instrumentOf,
	maintenanceOf,
	positionOf,
	riskTiersOf,
	settledInstant,
	statusOf,
} from './bodies.ts';
import { hyperliquidDeadMan } from './dead-man.ts';
import { HYPERLIQUID_ERRORS } from './errors.ts';
import { hyperliquid as facts } from './facts.ts';
import { createLedger, type Ledger } from './flows.ts';
import { readHyperliquidKey, readHyperliquidTestKey, requireUsable } from './key.ts';
import { HYPERLIQUID_BUDGETS, weighted } from './limits.ts';
import { allowedPrice } from './prices.ts';
import { createSharedRecords, records, type SharedRecords } from './ranges.ts';
import { hyperliquidAccountStream } from './stream.ts';
import { hyperliquidContexts } from './ticker-stream.ts';
import { createHyperliquidTickers } from './tickers.ts';
import { createSessionWallet, type SessionWallet, signActions } from './wallet.ts';

/** "Responses that take a time range will only return 500 elements" ("Info endpoint"). */
const RANGE_ROWS_MAX = 500;
/** Requests of one read of settled rates: 7,000 hours and more. */
const RATE_PARTS_MAX = 15;
const RATE_PART_MS = (RANGE_ROWS_MAX - 1) * HOUR_MS;
/** A settlement is stamped some milliseconds after its instant. */
const STAMP_LATE_MS = 1_000;
/**
 * Age at which the venue refuses an order, by the `expiresAfter` that it carries. It must cover the way there, a block or a few
 * (0.2 s at the median and 0.9 s at the 99th percentile, page "Order book"), and how wrong our measure of its clock is.
 */
const ORDER_WINDOW_MS = 3_000;
/** What is no order may take longer. */
const SETTING_WINDOW_MS = 5_000;
/** Before and after an order, for its fills, milliseconds. */
const FILL_SLACK_MS = 2_000;
/** So long fees are kept, milliseconds. */
const FEES_MS = 10 * 60_000;

/** None of ccxt's own order methods is called; were one, it would neither approve a builder nor set a referrer. */
const SETTINGS = {
	defaultType: 'swap',
	fetchMarkets: { types: ['swap'] },
	fetchCurrencies: false,
	builderFee: false,
	refSet: true,
};

/** Members that share what one session keeps. */
type Stateful =
	| 'readInstruments'
	| 'readTickers'
	| 'readKey'
	| 'readAccountFills'
	| 'readTradedSymbols'
	| 'prepare'
	| 'readPositions'
	| 'readBalance'
	| 'readFees'
	| 'readFundingPayments'
	| 'readExternalFlows';

/** Members that depend on no state of a session. */
const RULES: Omit<Dialect, Stateful> = {
	facts,
	settings: SETTINGS,
	adapt: signActions,
	// The age of an order is its own `expiresAfter`.
	orderSettings: {},
	...HYPERLIQUID_BUDGETS,
	orderMethod: 'privatePostExchange',
	orderWindowMs: ORDER_WINDOW_MS,
	// Our measure of its clock may be half a second off, and its blocks are not at every instant.
	clockAheadMsMax: 1_000,
	errors: HYPERLIQUID_ERRORS,
	// Base tier of perpetuals (page "Fees").
	baseFees: { taker: parseDecimal('0.00045'), maker: parseDecimal('0.00015') },
	tickerStream: hyperliquidContexts,

	async readBook(call, instrument, depth) {
		const answer = await weighted(call, 'market', { type: 'l2Book', coin: instrument.symbol });
		const sides = required(at(answer, 'levels'), 'levels');
		const [bids, asks] = Array.isArray(sides) ? sides : [];
		return {
			bids: readLevels('bids', levelsOf(bids), instrument, depth),
			asks: readLevels('asks', levelsOf(asks), instrument, depth),
		};
	},
	async readSettledRates(call, symbol, from, to) {
		const rates = new Map<number, SettledRate>();
		const unusable: string[] = [];
		const parts = [...partsOf(from, to + STAMP_LATE_MS, RATE_PART_MS)];
		if (parts.length > RATE_PARTS_MAX)
			throw new BodyError(`The settled rates from ${from} to ${to} had more than ${RATE_PARTS_MAX} parts.`);
		for (const [startTime, endTime] of parts) {
			const query = { type: 'fundingHistory', coin: symbol, startTime, endTime };
			const answer = await weighted(call, 'history', query, Math.ceil((endTime - startTime) / HOUR_MS));
			const read = settledRows(answer, 'fundingRate', 'time');
			unusable.push(...read.unusable);
			for (const row of read.rates) {
				const settledAt = settledInstant(row.settledAt);
				if (settledAt >= from && settledAt <= to) rates.set(settledAt, { ...row, settledAt });
			}
		}
		return { rates: [...rates.values()].sort((a, b) => b.settledAt - a.settledAt), unusable };
	},
	async readTime(call) {
		return required(whole(await weighted(call, 'market', { type: 'exchangeStatus' }), 'time'), 'time');
	},
	async readTrades(call, instrument) {
		const answer = await weighted(call, 'market', { type: 'recentTrades', coin: instrument.symbol });
		return tradesOf(listed(answer, 'trades'), instrument, {
			id: 'tid',
			price: 'px',
			quantity: 'sz',
			time: 'time',
			timePerMs: 1,
		});
	},
	async readRiskTiers(call, { symbol }) {
		return riskTiersOf(await weighted(call, 'market', { type: 'metaAndAssetCtxs' }), symbol);
	},
	readNotices: (call, now) =>
		gatherNotices('hyperliquid', {
			maintenance: async () => maintenanceOf(await weighted(call, 'market', { type: 'exchangeStatus' }), now),
			currencies: 'Hyperliquid tells it nowhere: USDC comes and goes over its bridge.',
		}),

	accountStream: hyperliquidAccountStream,
	deadMan: hyperliquidDeadMan,

	async placeOrder(send, instrument, order) {
		const answer = await send({
			action: {
				type: 'order',
				orders: [
					{
						a: assetOf(instrument),
						b: order.side === 'buy',
						p: formatDecimal(
							allowedPrice(instrument, order.side, toVenuePrice(instrument, order.limitPrice)),
						),
						s: formatDecimal(toOrderUnits(instrument, order.quantity)),
						r: order.reduceOnly,
						t: { limit: { tif: order.timeInForce === 'postOnly' ? 'Alo' : 'Ioc' } },
						c: `0x${order.clientOrderId}`,
					},
				],
				grouping: 'na',
			},
			lifetimeMs: ORDER_WINDOW_MS,
		});
		const statuses = at(answer, 'response', 'data', 'statuses');
		const status: unknown = Array.isArray(statuses) ? statuses[0] : undefined;
		return text(at(status, 'filled') ?? at(status, 'resting'), 'oid');
	},
	async findOrder(call, instrument, clientOrderId) {
		const found = await orderByClientId(call, clientOrderId);
		const order = at(found, 'order');
		if (clientOrderIdOf(at(order, 'cloid')) !== clientOrderId || text(order, 'coin') !== instrument.symbol)
			return undefined;
		return orderReport(call, instrument, clientOrderId, found);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		const cancels = [{ asset: assetOf(instrument), cloid: `0x${clientOrderId}` }];
		const action = { type: 'cancelByCloid', cancels };
		await call('probe', 'privatePostExchange', { action, lifetimeMs: SETTING_WINDOW_MS });
	},
	// The account of perpetuals holds its collateral and nothing else.
	otherAssets: [],
};

/** State of one session between its requests. */
type Session = {
	readonly reads: SharedReads;
	readonly wallet: SessionWallet;
	readonly records: SharedRecords;
	readonly ledger: Ledger;
};

/** @param credentials of an account's session; absent for market data */
export function createHyperliquidDialect(credentials?: VenueCredentials): Dialect {
	const records = createSharedRecords();
	const wallet = createSessionWallet(credentials);
	const session = { reads: createSharedReads(), wallet, records, ledger: createLedger(records) };
	const tickers = createHyperliquidTickers();
	return {
		...RULES,
		...accountReads(session),
		bind: wallet.bind,
		// With this setting ccxt signs for the testnet: the phantom agent's source is `b` (page "Signing", read 2026-11).
		inTest: {
			settings: { ...SETTINGS, sandboxMode: true },
			readKey: (call) => readHyperliquidTestKey(wallet, call),
		},
		async readInstruments(call, now) {
			const rows = contractRows(await weighted(call, 'market', { type: 'metaAndAssetCtxs' }));
			tickers.noteRows(rows, now);
			return readContracts(rows.map(contractRow), instrumentOf);
		},
		readTickers: tickers.read,
		readKey: (call) => readHyperliquidKey(wallet, call),
		prepare: (...asked) => prepare(session, ...asked),
	};
}

function accountReads(
	session: Session,
): Omit<Pick<Dialect, Stateful>, 'readInstruments' | 'readTickers' | 'readKey' | 'prepare'> {
	const { reads, wallet, records: shared, ledger } = session;
	return {
		async readAccountFills(call, instrument, from, to) {
			const { account } = wallet.addresses();
			const rows = await shared(call, 'userFillsByTime', from, to);
			return rows
				.filter((row) => text(row, 'coin') === instrument.symbol)
				.map((row) => accountFillOf(row, instrument, account));
		},
		async readTradedSymbols(call, from, to) {
			const rows = await shared(call, 'userFillsByTime', from, to);
			return [...new Set(rows.flatMap((row) => text(row, 'coin') ?? []))];
		},
		async readPositions(call, find) {
			const state = await readState(reads, call);
			return listed(at(state, 'assetPositions'), 'positions').flatMap(
				(row) => positionOf(row, find(text(at(row, 'position'), 'coin') ?? '')) ?? [],
			);
		},
		async readBalance(call) {
			const state = await readState(reads, call);
			const time = required(whole(state, 'time'), 'time');
			await requireUsable(wallet, call, time);
			const balance = balanceOf(state);
			ledger.noteCash(balance.walletBalance, time);
			return balance;
		},
		// One answer is of all contracts; it changes once a day (page "Fees", read 2026-11).
		readFees: (call, _symbol, now) => reads.slowly('fees', FEES_MS, now, () => feesOf(call)),
		async readFundingPayments(call, instrument, from, to) {
			const rows = await shared(call, 'userFunding', from, to + STAMP_LATE_MS);
			return rows
				.flatMap((row) => paymentOf(row, instrument) ?? [])
				.filter(({ settledAt }) => settledAt >= from && settledAt <= to)
				.sort((a, b) => a.settledAt - b.settledAt);
		},
		async readExternalFlows(call, from, to) {
			const { account } = wallet.addresses();
			const rows = await ledger.rows(call, from, to);
			return rows.flatMap((row) => flowOf(row, account) ?? []);
		},
	};
}

async function feesOf(call: Call): Promise<FeeRates> {
	const fees = await weighted(call, 'account', { type: 'userFees' });
	return {
		taker: required(decimal(fees, 'userCrossRate'), 'userCrossRate'),
		maker: required(decimal(fees, 'userAddRate'), 'userAddRate'),
	};
}

/** Undefined for what is no payment of the contract. */
function paymentOf(row: Body, instrument: Instrument): FundingPaymentReport | undefined {
	const delta = at(row, 'delta');
	const stamp = whole(row, 'time');
	const amount = decimal(delta, 'usdc');
	if (stamp === undefined || amount === undefined || text(delta, 'coin') !== instrument.symbol)
		return undefined;
	const settledAt = settledInstant(stamp);
	const size = decimal(delta, 'szi');
	// Payments have no number of their own: one is made per contract and instant.
	const recordId = `${instrument.symbol}-${stamp}`;
	const quantity = size === undefined ? null : fromOrderUnits(instrument, size);
	const rate = decimal(delta, 'fundingRate') ?? null;
	return { recordId, symbol: instrument.symbol, settledAt, rate, amount, quantity };
}

async function prepare(
	{ reads }: Session,
	...[call, instrument, leverage, mode]: Parameters<Dialect['prepare']>
): Promise<void> {
	const { symbol } = instrument;
	if (leverage % ONE !== 0n || leverage < ONE || leverage > fromInteger(instrument.leverageMax))
		throw refused(
			`The leverage was ${formatDecimal(leverage)}, ${symbol} takes whole numbers of 1 to ${instrument.leverageMax}.`,
		);
	const held = heldOf(await readState(reads, call), symbol);
	const present = at(held, 'leverage');
	if (text(present, 'type') === mode && decimal(present, 'value') === leverage) return;
	// The margin mode of what is held is nobody's to switch.
	if (held !== undefined && text(present, 'type') !== mode)
		throw refused(
			`A position in ${symbol} is open, so its margin mode is not switched to ${mode}. Close it, or switch it at the venue.`,
		);
	const action = {
		type: 'updateLeverage',
		asset: assetOf(instrument),
		isCross: mode === 'cross',
		leverage: Number(formatDecimal(leverage)),
	};
	// A trade waits for it, so that it must not stand behind records.
	await call('probe', 'privatePostExchange', { action, lifetimeMs: SETTING_WINDOW_MS });
}

/** Balance and positions are one answer: one request serves all who ask for it before it begins. */
function readState(reads: SharedReads, call: Call): Promise<unknown> {
	// Closing waits for this read, so it must not queue behind records, which weigh ten times as much.
	return reads.joined('state', () => weighted(call, 'probe', { type: 'clearinghouseState' }));
}

function refused(sentence: string): VenueError {
	return new VenueError('hyperliquid', 'rejected', sentence);
}

/** The position in the contract; undefined where there is none. */
function heldOf(state: unknown, symbol: string): unknown {
	return listed(at(state, 'assetPositions'), 'positions')
		.map((row) => at(row, 'position'))
		.find((position) => text(position, 'coin') === symbol && decimal(position, 'szi') !== ZERO);
}

/** The number by which orders name the contract. @throws VenueError for an instrument of another venue's reading */
function assetOf({ symbol, assetIndex }: Instrument): number {
	if (assetIndex === undefined) throw refused(`The number of ${symbol} is not known.`);
	return assetIndex;
}

function levelsOf(side: unknown): readonly unknown[] {
	return bodies(side).map((level) => [level.px, level.sz]);
}

async function orderByClientId(call: Call, clientOrderId: string): Promise<unknown> {
	try {
		const answer = await weighted(call, 'probe', { type: 'orderStatus', oid: `0x${clientOrderId}` });
		return required(at(answer, 'order'), 'order');
	} catch (error) {
		if (refusedAs(error, HYPERLIQUID_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	found: unknown,
): Promise<OrderReport> {
	const order = at(found, 'order');
	const venueOrderId = required(text(order, 'oid'), 'oid');
	const status = statusOf(required(text(found, 'status'), 'status'));
	const left = required(decimal(order, 'sz'), 'sz');
	const asked = required(decimal(order, 'origSz'), 'origSz');
	const filledQuantity = fromOrderUnits(
		instrument,
		status === 'filled' ? asked : ((asked - left) as typeof asked),
	);
	const placedAt = required(whole(order, 'timestamp'), 'timestamp');
	const endedAt = whole(found, 'statusTimestamp') ?? placedAt;
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, async () => {
		const [from, to] = [placedAt - FILL_SLACK_MS, endedAt + FILL_SLACK_MS];
		const rows = await records(call, 'probe', 'userFillsByTime', from, to);
		return ofOrder(rows, instrument, venueOrderId);
	});
}

function ofOrder(rows: readonly Body[], instrument: Instrument, venueOrderId: string): readonly FillReport[] {
	return rows.filter((row) => text(row, 'oid') === venueOrderId).map((row) => fillOf(row, instrument));
}
